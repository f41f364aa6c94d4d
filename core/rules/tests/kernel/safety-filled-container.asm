# What a condition says about a container holds until something changes the table.
show fails returns
seats 2
counter vp seat
kind tile
zone pit table
zone yard seat
entry a tile
piece a1 a in pit

proc main me
  end_game                                   ; -

proc filled me what
  unless size(pit) > 0, over                 ; returns
  pick what, "which?", pieces(pit) as piece  ; returns
over:
  return                                     ; returns

proc not_filled me what
  pick what, "which?", pieces(pit) as piece  ; fails, returns
  return                                     ; returns

proc another_one me what
  unless size(yard[me]) > 0, over            ; fails, returns
  pick what, "which?", pieces(pit) as piece  ; fails, returns
over:
  return                                     ; returns

proc filled_before me what
  unless size(pit) ~= 0, over                ; fails, returns
  gain vp, me, 1                             ; fails, returns
  pick what, "which?", pieces(pit) as piece  ; fails, returns
over:
  return                                     ; returns

proc found me what
  unless size(pit) > 0, over                 ; returns
  find what, pieces(pit), it0, (it0)         ; returns
  move what, yard[me], top                   ; returns
over:
  return                                     ; returns

proc found_perhaps me what
  find what, pieces(pit), it0, (it0)         ; fails, returns
  move what, yard[me], top                   ; fails, returns
  return                                     ; returns

proc found_of_a_kind me what
  find what, kind(tile), it0, (it0)          ; returns
  move what, yard[me], top                   ; returns
  return                                     ; returns

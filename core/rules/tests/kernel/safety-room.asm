# A move can fail if it may find no piece, no container or no room. A `commit` after each keeps one
# from saying anything about those before it.
show fails returns
seats 2
kind tile
zone pit table
zone yard seat
zone shelf table holds 1
zone row table row holds 2
zone set table unique entry
entry a tile
entry b tile
piece a1 a in pit
piece a2 a in pit
piece b1 b in pit

proc main me what
  commit                                              ; -
  move a1, yard[me], top                              ; -
  commit                                              ; -
  move a1, shelf, top                                 ; fails
  commit                                              ; -
  move a1, row, slot 1                                ; fails
  commit                                              ; -
  move a1, set, top                                   ; fails
  commit                                              ; -
  move first(it0, pieces(pit), 1), yard[me], top      ; fails
  commit                                              ; -
  move a1, yard[what], top                            ; fails
  commit                                              ; -
  pick what, "which?", pieces(pit) as piece optional  ; -
  commit                                              ; -
  unless what ~= nil, over                            ; -
  move what, yard[me], top                            ; -
  commit                                              ; -
  move_all pieces(pit), shelf, top, part              ; -
  commit                                              ; -
  move_all pieces(pit), shelf, top, whole             ; fails
  commit                                              ; -
over:
  end_game                                            ; -

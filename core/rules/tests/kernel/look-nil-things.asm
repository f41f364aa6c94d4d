# Nothing in the place of a thing: what works on nothing does nothing, and a move of it cannot be.
show fails
seats 2
counter vp seat
kind tile
zone pit table
zone yard seat
entry a tile
entry b tile
piece a1 a / b in yard[p1] of p1

proc main me what
  let what, first(it0, pieces(pit), 1)        ; fails
  flip what, 1                                ; fails
  own what, me                                ; fails
  control what, me                            ; fails
  gain vp, nil, 3                             ; fails
  gain vp, owner(what), 3                     ; fails
  move_all pieces(yard[nil]), pit, top, part  ; fails
  draw pit, yard[me], 1, top, what            ; fails
  shuffle yard[nil]                           ; fails
  note "size {}, owner {}" with size(yard[nil]) as number & owner(what) as seat, ()  ; fails
  try on                                      ; fails
  move what, yard[me], top                    ; fails
  done                                        ; fails
on:
  try after                                   ; fails
  move a1, yard[nil], top                     ; fails
  done                                        ; fails
after:
  move what, yard[me], top                    ; fails
  end_game                                    ; -

run
>   "size 0, owner nil"
> dead end: no such piece, at `move what, yard[me], top`

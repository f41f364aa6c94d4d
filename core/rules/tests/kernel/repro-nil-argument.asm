# A procedure is called with the first piece of a container that becomes empty: then the branch that
# calls it must go.
show fails returns
seats 2
counter vp seat
counter days table
kind tile
zone pit table
zone yard seat
entry a tile
piece a1 a in pit

proc main me
again:
  gain days, nil, 1                                 ; -
  commit                                            ; -
  choose "what now?", on | "take" take | "pass" on  ; -
take:
  call take_it, (me, first(it0, pieces(pit), 1))    ; fails
on:
  unless days < 2, over                             ; -
  jump again                                        ; -
over:
  end_game                                          ; -

proc take_it me what
  move what, yard[me], top                          ; fails, returns
  gain vp, me, 1                                    ; returns
  return                                            ; returns

run take pass
>   days 0 -> 1
> p1 choose: take, pass
> take
>   a1 pit -> yard[p1]
>   a1 controlled by p1
>   vp[p1] 0 -> 1
>   days 1 -> 2
> p1 choose: pass
>   not take: no such piece, at `move what, yard[me], top`
> pass
>   over

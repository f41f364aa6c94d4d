# Abilities fire when a piece enters or a counter grows; the seat chooses their order, and what
# cannot be completed is skipped.
show fails
seats 2
event came
event fish_gained
counter vp seat
counter wood seat start 1
counter fish seat gained fish_gained
kind tile
zone pit table
zone yard seat active entered came
entry mill tile
entry pond tile
piece mill1 mill in yard[p1] of p1
piece pond1 pond in pit
cost fee = 1 of wood
ability grinds of mill on came when what ~= self does grinding
ability swims of pond on came does swimming
ability feast on fish_gained others does feasting

proc main me
  commit                     ; -
  move pond1, yard[me], top  ; -
  gain fish, me, 1           ; -
  end_game                   ; -

proc grinding me self actor what
  pay fee, me, nil           ; fails
  gain vp, me, 1             ; -
  return                     ; -

proc swimming me self actor what
  pay fee, me, nil           ; fails
  gain fish, me, 2           ; -
  return                     ; -

proc feasting me self actor seat much
  gain vp, me, much          ; -
  return                     ; -

run grinds@mill1
>   pond1 pit -> yard[p1]
>   pond1 controlled by p1
> p1 first: grinds@mill1, swims@pond1
> grinds@mill1
>   wood[p1] 1 -> 0
>   vp[p1] 0 -> 1
>   fish[p1] 0 -> 1
>   vp[p2] 0 -> 1
>   over
run swims@pond1
>   pond1 pit -> yard[p1]
>   pond1 controlled by p1
> p1 first: grinds@mill1, swims@pond1
> swims@pond1
>   wood[p1] 1 -> 0
>   fish[p1] 0 -> 2
>   vp[p2] 0 -> 2
>   fish[p1] 2 -> 3
>   vp[p2] 2 -> 3
>   over

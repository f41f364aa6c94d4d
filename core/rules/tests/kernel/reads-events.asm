# Which parts of the table an event changes.
show marks
seats 2
counter days table
counter wood seat
kind tile
zone pit table stack
zone yard seat
entry a tile
entry back tile
piece a1 a / back in pit
piece a2 a / back in pit
line days_line
period round wood

proc main me what
  gain days, nil, 1
  gain wood, me, 3
  lose wood, me, 1
  set wood, me, 1
  draw pit, yard[me], 1, top, what
  flip what, 1
  own what, me
  control what, p2
  move what, yard[p2], bottom
  shuffle pit
  begin round
  score days_line, me, 2
  note "{} has {}" with me as seat & wood[me] as number, ()
  end_game

run
>   days 0 -> 1; marks days
>   wood[p1] 0 -> 3; marks wood
>   wood[p1] 3 -> 2; marks wood
>   wood[p1] 2 -> 1; marks wood
>   a2 pit -> yard[p1]; marks pit, size of pit, yard, size of yard, tile, places, sizes
>   a2 controlled by p1; marks tile, controllers
>   a2 shows face 1; marks tile, faces
>   a2 owned by p1; marks tile, owners
>   a2 controlled by p2; marks tile, controllers
>   a2 yard[p1] -> yard[p2] at the bottom; marks yard, size of yard, tile, places, sizes
>   pit is shuffled; marks nothing
>   round begins; marks wood
>   2 points for p1 on days_line; marks nothing
>   "p1 has 0"; marks nothing
>   over; marks nothing

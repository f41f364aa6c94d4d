# Two pieces that cannot be told apart are one option, until one of them bears a mark.
seats 2
kind tile
zone pit table
zone yard seat
entry a tile
piece a1 a in pit
piece a2 a in pit
piece a3 a in pit
counter mark kind tile

proc main me what
  commit
  pick what, "which?", pieces(pit) as piece
  gain mark, what, 1
  commit
  pick what, "which?", pieces(pit) as piece
  move what, yard[me], top
  end_game

run a1 a2
> p1 pick: a1
> a1
>   mark[a1] 0 -> 1
> p1 pick: a1, a2
> a2
>   a2 pit -> yard[p1]
>   a2 controlled by p1
>   over

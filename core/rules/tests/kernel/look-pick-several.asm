# Several picks, one by one: as many as needed, each once, and only what leads on.
seats 2
counter vp seat
kind tile
zone pit table
zone yard seat
entry a tile
entry b tile
piece a1 a in pit
piece a2 a in pit
piece b1 b in pit

proc main me what list it
  commit
  pick what, "which?", pieces(pit) as piece several 1 .. 2
  each picked(what), list, turn
walk:
  move it, yard[me], top
turn:
  next list, it, walk
  require any(it0, pieces(yard[me]), entry_of(it0) == b), "one of them is a b"
  end_game

run a1 b1
> p1 pick some: a1, b1
> a1
> p1 pick some: b1
>   not a2: "one of them is a b", at `require any(it0, pieces(yard[me]), entry_of(it0) == b), "one of them is a b"`
>   not done: "one of them is a b", at `require any(it0, pieces(yard[me]), entry_of(it0) == b), "one of them is a b"`
> b1
>   a1 pit -> yard[p1]
>   a1 controlled by p1
>   b1 pit -> yard[p1]
>   b1 controlled by p1
>   over
run b1 done
> p1 pick some: a1, b1
> b1
> p1 pick some: a1, done
> done
>   b1 pit -> yard[p1]
>   b1 controlled by p1
>   over

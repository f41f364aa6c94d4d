# Everybody picks unseen; what each may pick is its own.
seats 2
counter wood seat start 2
counter bid seat

proc main me list turns it n
  commit
  secret players(me), list, n, "how much?", numbers(0, wood[me]) as number
  each players(me), turns, turn
walk:
  gain bid, it, 1
turn:
  next turns, it, walk
  note "{} in all" with sum(it0, picked(list), it0) as number, ()
  end_game

run 1 2
> p1 secret: 0, 1, 2
> 1
> p2 secret: 0, 1, 2
> 2
>   bid[p1] 0 -> 1
>   bid[p2] 0 -> 1
>   "3 in all"
>   over

# What there is of several counters that may go far below 0 is more than a number can hold.
seats 2
counter debt seat start 500000000 in -1000000000 .. 1000000000
counter loan seat start 500000000 in -1000000000 .. 1000000000
counter wood seat start 1
cost ruin = 100 of debt / loan & 9 of wood

proc main me
  choose "what now?", over | "ruin" ruined | "rest" over
ruined:
  pay ruin, me, nil
over:
  end_game

run rest
> p1 choose: rest
>   not ruin: 9 wood needed, 1 there, at `pay ruin, me, nil`
> rest
>   over

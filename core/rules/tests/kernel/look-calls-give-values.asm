# A procedure gives a value to its caller, and look-ahead follows what comes of it.
seats 2
counter wood seat start 2
counter vp seat
cost fee me n = n of wood

proc main me n
  commit
  choose "how dear?", over | "low" low | "high" high
low:
  call twice, (me, 1)
  jump owes
high:
  call twice, (me, 2)
owes:
  result n
  pay fee, me, nil
  gain vp, me, n
over:
  end_game

proc twice me n
  unless n < 5, none
  return n * 2
none:
  return

run low
> p1 choose: low
>   not high: 4 wood needed, 2 there, at `pay fee, me, nil`
> low
>   wood[p1] 2 -> 0
>   vp[p1] 0 -> 2
>   over

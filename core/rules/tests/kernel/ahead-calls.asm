# A caller looks at what the called looks at, but not at its bindings.
show ahead
seats 2
counter wood seat
counter gold seat
counter fish seat

proc main me x y
  let x, 1                   ; ahead wood, gold, me, x
  let y, 2                   ; ahead wood, gold, me, x
  call counts, (me, x)       ; ahead wood, gold, me, x
  result x                   ; ahead x
  unless x > 0, over         ; ahead x
  gain fish, me, x           ; ahead nothing
over:
  end_game                   ; ahead nothing

proc counts me n
  gain wood, me, 1           ; ahead wood, gold, me, n
  unless gold[me] > n, none  ; ahead wood, gold, me, n
  return wood[me]            ; ahead wood, me
none:
  return 0                   ; ahead nothing

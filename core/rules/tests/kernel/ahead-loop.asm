# What the end of a loop looks at is looked at by all of it.
show ahead
seats 2
counter wood seat
counter gold seat
counter days table

proc main me
more:
  gain wood, me, 1                  ; ahead wood, days, me
  gain days, nil, 1                 ; ahead wood, days, me
  lose gold, me, 1                  ; ahead wood, days, me
  unless days + wood[me] > 8, more  ; ahead wood, days, me
  end_game                          ; ahead nothing

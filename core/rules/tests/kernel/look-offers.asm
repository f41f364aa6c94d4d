# A piece in force adds an option to a menu; an event that only its piece hears.
seats 2
event used
counter wood seat start 1
counter vp seat
kind tile
zone yard seat active
entry mill tile
piece mill1 mill in yard[p1] of p1
cost fee = 1 of wood
ability grind of mill when wood[me] > 0 again does grinding
ability tithe anyone when wood[me] > 0 does tithing
ability turned of mill on used does turning

proc main me
  commit
  choose "what now?", over offers grind tithe | "rest" over
over:
  end_game

proc grinding me self
  pay fee, me, nil
  emit_to used, self, (1)
  return

proc turning me self actor what
  gain vp, me, what
  return

proc tithing me self
  pay fee, me, nil
  return

run grind@mill1 rest
> p1 choose: rest, grind@mill1, tithe
> grind@mill1
>   wood[p1] 1 -> 0
>   vp[p1] 0 -> 1
> p1 choose: rest
> rest
>   over
run tithe
> p1 choose: rest, grind@mill1, tithe
> tithe
>   wood[p1] 1 -> 0
>   over

# The cheapest way over links, and steps on a grid.
seats 2
counter coins seat start 2
attr toll
kind ship
entry boat ship
group sea columns 3: a b c d e f
zone berth group sea
piece boat1 boat in berth[a]
at b toll = 5
at d toll = 1
at e toll = 1
at f toll = 1
at c toll = 1
route way me to seen = space_of(boat1), it0 avoid seen stop it0 == to cost space_attr(toll, it0)
cost fare me to seen = route(way) of coins

proc main me to seen
  commit
  pick to, "where to?", where(it0, spaces(a, 6), it0 ~= a) as space
  pay fare, me, nil
  move boat1, berth[to], top
  note "{} {}" with distance(a, to) as number & next_space(to, west) as space, ()
  end_game

run e
> p1 pick: d, e
>   not b: 5 coins needed, 2 there, at `pay fare, me, nil`
>   not c: 4 coins needed, 2 there, at `pay fare, me, nil`
>   not f: 3 coins needed, 2 there, at `pay fare, me, nil`
> e
>   coins[p1] 2 -> 0
>   boat1 berth[a] -> berth[e]
>   "2 d"
>   over

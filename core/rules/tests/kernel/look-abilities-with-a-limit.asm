# Optional abilities that share a limit are one question: which one, or none.
seats 2
event fish_gained
counter used seat
counter wood seat
counter vp seat
counter fish seat gained fish_gained
cost fee = 1 of wood
ability first_way on fish_gained when used[me] < 1 optional limit used 1 seat shared does one_way
ability second_way on fish_gained when used[me] < 1 optional limit used 1 seat shared does other_way
period turn used

proc main me
  commit
  gain fish, me, 1
  gain fish, me, 1
  begin turn
  gain wood, me, 1
  gain fish, me, 1
  end_game

proc one_way me self actor seat much
  may "one?", over
  gain used, me, 1
  pay fee, me, nil
  gain vp, me, 5
  done
over:
  return

proc other_way me self actor seat much
  may "other?", over
  gain used, me, 1
  gain vp, me, 1
  done
over:
  return

run second_way first_way
>   fish[p1] 0 -> 1
> p1 one of: second_way, done
>   not first_way: 1 wood needed, 0 there, at `pay fee, me, nil`
> second_way
>   used[p1] 0 -> 1
>   vp[p1] 0 -> 1
>   fish[p1] 1 -> 2
>   turn begins
>   wood[p1] 0 -> 1
>   fish[p1] 2 -> 3
> p1 one of: first_way, second_way, done
> first_way
>   used[p1] 0 -> 1
>   wood[p1] 1 -> 0
>   vp[p1] 1 -> 6
>   over
run done done second_way
>   fish[p1] 0 -> 1
> p1 one of: second_way, done
>   not first_way: 1 wood needed, 0 there, at `pay fee, me, nil`
> done
>   fish[p1] 1 -> 2
> p1 one of: second_way, done
>   not first_way: 1 wood needed, 0 there, at `pay fee, me, nil`
> done
>   turn begins
>   wood[p1] 0 -> 1
>   fish[p1] 2 -> 3
> p1 one of: first_way, second_way, done
> second_way
>   used[p1] 0 -> 1
>   vp[p1] 0 -> 1
>   over

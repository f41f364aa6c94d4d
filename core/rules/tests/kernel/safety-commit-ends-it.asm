# What comes after `commit` is no reason to look ahead before it. In the other procedure it is.
show fails returns
seats 2
counter wood seat
cost fee = 1 of wood

proc main me n
  amount n, 0, 3, "how much?"  ; -
  gain wood, me, n             ; -
  commit                       ; -
  call owes, (me)              ; fails
  end_game                     ; -

proc owes me n
  amount n, 0, 3, "how much?"  ; fails, returns
  gain wood, me, n             ; fails, returns
  pay fee, me, nil             ; fails, returns
  return                       ; returns

run 0 1
> p1 amount: 0, 1, 2, 3
> 0
> p1 amount: 1, 2, 3
>   not 0: 1 wood needed, 0 there, at `pay fee, me, nil`
> 1
>   wood[p1] 0 -> 1
>   wood[p1] 1 -> 0
>   over
run 2 0
> p1 amount: 0, 1, 2, 3
> 2
>   wood[p1] 0 -> 2
> p1 amount: 0, 1, 2, 3
> 0
>   wood[p1] 2 -> 1
>   over

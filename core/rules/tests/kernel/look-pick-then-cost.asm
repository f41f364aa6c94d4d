# A pick is followed by a cost that only some of the things allow: the others are not offered.
show fails
seats 2
counter wood seat start 2
counter vp seat
kind tile
attr price
attr fee
cost cheap me self = 1 of wood
cost dear me self = 3 of wood
zone market table row holds 4
zone yard seat
entry hut tile price = 1 fee = cheap
entry hall tile price = 3 fee = dear
entry shed tile price = 2
piece hut1 hut in market
piece hall1 hall in market
piece shed1 shed in market
cost by_price me what = attr(price, what) of wood

proc main me what
  commit                                                     ; -
  pick what, "which?", pieces(market) as piece               ; fails
  pay by_price, me, nil                                      ; fails
  move what, yard[me], top                                   ; -
  commit                                                     ; -
  pick what, "and which?", pieces(market) as piece optional  ; fails
  unless what ~= nil, over                                   ; fails
  pay_printed piece, fee, what, me, nil                      ; fails
  move what, yard[me], top                                   ; -
over:
  end_game                                                   ; -

run hut1 done
> p1 pick: hut1, shed1
>   not hall1: 3 wood needed, 2 there, at `pay by_price, me, nil`
> hut1
>   wood[p1] 2 -> 1
>   hut1 market -> yard[p1]
>   hut1 controlled by p1
> p1 pick: shed1, done
>   not hall1: 3 wood needed, 1 there, at `pay_printed piece, fee, what, me, nil`
> done
>   over
run shed1 done
> p1 pick: hut1, shed1
>   not hall1: 3 wood needed, 2 there, at `pay by_price, me, nil`
> shed1
>   wood[p1] 2 -> 0
>   shed1 market -> yard[p1]
>   shed1 controlled by p1
> p1 pick: done
>   not hut1: 1 wood needed, 0 there, at `pay_printed piece, fee, what, me, nil`
>   not hall1: 3 wood needed, 0 there, at `pay_printed piece, fee, what, me, nil`
> done
>   over

# Purses: marks on pieces pay, one purse only what another lacks, one no more than its cap; what is
# paid to a seat may set something off there.
show reads
seats 2
event coins_gained
counter coins seat start 2 gained coins_gained
counter wood seat start 1
counter vp seat
kind tile
zone yard seat
entry hut tile
piece hut1 hut in yard[p1]
piece hut2 hut in yard[p1]
counter load kind tile start 1
cost freight me = 2 of wood cap 1 / load pieces pieces(yard[me])  ; reads wood, load, yard, me
cost rent me = 2 of wood / coins short         ; reads coins, wood
ability thanks on coins_gained does thanking

proc main me
  commit                                       ; -
  pay freight, me, nil                         ; reads me
  commit                                       ; -
  pay rent, me, p2                             ; reads me
  require vp[p2] > 0, "the other one is glad"  ; reads vp
  end_game                                     ; -

proc thanking me self actor seat much
  gain vp, seat, 1                             ; reads seat
  return                                       ; -

run "1 wood + 1 load@hut1"
> p1 pay: 1 wood + 1 load@hut1, 1 wood + 1 load@hut2, 1 load@hut1 + 1 load@hut2
> 1 wood + 1 load@hut1
>   wood[p1] 1 -> 0
>   load[hut1] 1 -> 0
>   coins[p1] 2 -> 0
>   coins[p2] 2 -> 4
>   vp[p2] 0 -> 1
>   over

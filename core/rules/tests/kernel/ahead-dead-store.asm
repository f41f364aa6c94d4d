# What nobody looks at again need not be done on paper: the wood is looked at by the cost, the vp by
# nobody, and after the cost nothing can fail any more. What is bound and bound anew counts as looked
# at, although nobody sees it: this analysis only adds.
show fails ahead failing
seats 2
counter wood seat
counter gold seat
counter vp seat
cost fee = 1 of wood

proc main me n
  commit                     ; ahead nothing | failing nothing
  gain vp, me, 1             ; fails | ahead wood, gold, me, n | failing wood, gold, me
  gain wood, me, 1           ; fails | ahead wood, gold, me, n | failing wood, gold, me
  let n, gold[me]            ; fails | ahead wood, gold, me, n | failing wood, gold, me
  let n, 2                   ; fails | ahead wood, gold, me, n | failing wood, me
  pay fee, me, nil           ; fails | ahead wood, gold, me, n | failing wood, me
  unless gold[me] > n, over  ; ahead gold, me, n | failing nothing
  gain vp, me, 1             ; ahead nothing | failing nothing
over:
  end_game                   ; ahead nothing | failing nothing

run
>   vp[p1] 0 -> 1
>   wood[p1] 0 -> 1
>   wood[p1] 1 -> 0
>   over

# A script asks, returns steps and may fail. What fails is a fault: it withholds nothing.
show fails returns
seats 2
counter wood seat start 1
counter vp seat
cost fee = 1 of wood
script omen asks 3 returns pays
script broken fails

proc main me n
  commit                                                    ; -
  script omen, (1), n                                       ; fails
  gain vp, me, n                                            ; -
  commit                                                    ; -
  choose "what now?", over | "again" again | "trust" trust  ; -
again:
  script omen, (2), _                                       ; fails
  jump over                                                 ; -
trust:
  script broken, (), _                                      ; -
over:
  end_game                                                  ; -

proc pays me
  pay fee, me, nil                                          ; fails, returns
  return                                                    ; returns

run 2 trust
> p1 script: 0, 1, 2
> 2
>   wood[p1] 1 -> 0
>   vp[p1] 0 -> 2
> p1 choose: trust
>   not again: 1 wood needed, 0 there, at `pay fee, me, nil`
> trust
> dead end, taken back with 1 before it: the script failed, at `script broken, (), _`
> p1 script: 0, 1
>   not 2: it was taken back

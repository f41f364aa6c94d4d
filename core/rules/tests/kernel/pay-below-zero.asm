# A counter that may go below 0 pays down to its minimum, and what is missing is counted from there.
seats 2
counter credit seat start 1 in -3 .. 9
cost loan = 4 of credit
cost ruin = 5 of credit

proc main me
  choose "what now?", over | "borrow" borrow | "too much" ruined | "rest" over
borrow:
  pay loan, me, nil
  end_game
ruined:
  pay ruin, me, nil
over:
  end_game

run borrow
> p1 choose: borrow, rest
>   not too much: 5 credit needed, 4 there, at `pay ruin, me, nil`
> borrow
>   credit[p1] 1 -> -3
>   over

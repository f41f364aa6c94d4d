# The second pick needs room for what the first one left: whether the first can be completed shows
# only there.
seats 2
kind tile
attr size_of
zone pit table
zone box table unique size_of
entry small tile size_of = 1
entry large tile size_of = 2
entry wide tile size_of = 3
piece s1 small in pit
piece s2 small in pit
piece l1 large in pit
piece w1 wide in box

proc main me one other
  commit
  pick one, "one?", pieces(pit) as piece
  move one, box, top
  pick other, "another?", where(it0, pieces(pit), it0 ~= one) as piece
  move other, box, top
  require attr(size_of, one) < attr(size_of, other), "first the smaller"
  end_game

run s1 l1
> p1 pick: s1
>   not l1: "first the smaller", at `require attr(size_of, one) < attr(size_of, other), "first the smaller"`
> s1
>   s1 pit -> box
> p1 pick: l1
>   not s2: box has one like it, at `move other, box, top`
> l1
>   l1 pit -> box
>   over

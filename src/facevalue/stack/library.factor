! The words that the language defines in itself, by vocabulary.

! The effects of the stack shufflers say what they do.
IN: kernel
: drop ( x -- ) ;
: 2drop ( x y -- ) ;
: 3drop ( x y z -- ) ;
: nip ( x y -- y ) ;
: 2nip ( x y z -- z ) ;
: dup ( x -- x x ) ;
: 2dup ( x y -- x y x y ) ;
: 3dup ( x y z -- x y z x y z ) ;
: dupd ( x y -- x x y ) ;
: over ( x y -- x y x ) ;
: 2over ( x y z -- x y z x y ) ;
: pick ( x y z -- x y z x ) ;
: swap ( x y -- y x ) ;
: swapd ( x y z -- y x z ) ;
: rot ( x y z -- y z x ) ;
: -rot ( x y z -- z x y ) ;

IN: shuffle
: tuck ( x y -- y x y ) ;
: 2swap ( w x y z -- y z w x ) ;
: roll ( w x y z -- x y z w ) ;
: -roll ( w x y z -- z w x y ) ;

IN: kernel
: ? ( ? true false -- true/false ) rot [ drop ] [ nip ] if ;
: not ( obj -- ? ) f t ? ;
: and ( obj1 obj2 -- ? ) over ? ;
: or ( obj1 obj2 -- ? ) dupd ? ;
: when ( ? quot -- ) [ ] if ;
: unless ( ? quot -- ) [ ] swap if ;
: if* ( ? quot1 quot2 -- ) pick [ drop call ] [ 2nip call ] if ;
: when* ( ? quot -- ) [ ] if* ;
: xor ( obj1 obj2 -- ? ) [ f swap ? ] when* ;
: >boolean ( obj -- ? ) t f ? ;
: 2dip ( x y quot -- x y ) swap [ dip ] dip ;
: 3dip ( x y z quot -- x y z ) swap [ 2dip ] dip ;
: keep ( x quot -- x ) over [ call ] dip ;
: 2keep ( x y quot -- x y ) [ 2dup ] dip 2dip ;
: 3keep ( x y z quot -- x y z ) [ 3dup ] dip 3dip ;
: bi ( x quot1 quot2 -- ) [ keep ] dip call ;
: tri ( x quot1 quot2 quot3 -- ) [ [ keep ] dip keep ] dip call ;
: 2bi ( x y quot1 quot2 -- ) [ 2keep ] dip call ;
: 2tri ( x y quot1 quot2 quot3 -- ) [ [ 2keep ] dip 2keep ] dip call ;
: 3bi ( x y z quot1 quot2 -- ) [ 3keep ] dip call ;
: 3tri ( x y z quot1 quot2 quot3 -- ) [ [ 3keep ] dip 3keep ] dip call ;
: bi* ( x y quot1 quot2 -- ) [ dip ] dip call ;
: tri* ( x y z quot1 quot2 quot3 -- ) [ [ 2dip ] dip dip ] dip call ;
: 2bi* ( w x y z quot1 quot2 -- ) [ 2dip ] dip call ;
: bi@ ( x y quot -- ) dup bi* ;
: tri@ ( x y z quot -- ) dup dup tri* ;
: 2bi@ ( w x y z quot -- ) dup 2bi* ;
: most ( x y quot -- z ) 2keep ? ;
: 2curry ( obj1 obj2 quot -- curry ) curry curry ;
: with ( param obj quot -- obj curry ) swapd [ swapd call ] 2curry ;
: prepose ( quot1 quot2 -- compose ) swap compose ;
: loop ( quot -- ) [ ] while ;
: until ( quot1 quot2 -- ) [ [ not ] compose ] dip while ;

IN: math
: sq ( x -- y ) dup * ;
: neg ( x -- y ) -1 * ;
: recip ( x -- y ) 1 swap / ;
: zero? ( x -- ? ) 0 number= ;
: even? ( n -- ? ) 1 bitand zero? ;
: odd? ( n -- ? ) 1 bitand 1 number= ;
: /mod ( x y -- z w ) [ /i ] [ mod ] 2bi ;
: rem ( x y -- z ) abs [ mod ] keep over 0 < [ + ] [ drop ] if ;
: times ( n quot -- ) [ iota ] dip [ drop ] prepose each ;
: if-zero ( x quot1 quot2 -- ) pick zero? [ drop nip call ] [ nip call ] if ;

IN: math.order
: +lt+ ( -- <=> ) \ +lt+ ;
: +eq+ ( -- <=> ) \ +eq+ ;
: +gt+ ( -- <=> ) \ +gt+ ;
: before? ( obj1 obj2 -- ? ) <=> +lt+ = ;
: after? ( obj1 obj2 -- ? ) <=> +gt+ = ;
: before=? ( obj1 obj2 -- ? ) after? not ;
: after=? ( obj1 obj2 -- ? ) before? not ;
: min ( obj1 obj2 -- obj ) [ before? ] most ;
: max ( obj1 obj2 -- obj ) [ after? ] most ;

IN: math.ranges
: [a,b] ( n n -- range ) 2dup > -1 1 ? <range> ;
: [a,b) ( n n -- range ) 2dup < 1 -1 ? [ - ] keep <range> ;
: [0,b] ( n -- range ) 0 swap [a,b] ;
: [1,b] ( n -- range ) 1 swap [a,b] ;
: [0,b) ( n -- range ) 0 swap [a,b) ;

IN: sequences
: empty? ( seq -- ? ) length 0 = ;
: first2 ( seq -- x y ) [ first ] [ second ] bi ;
: first3 ( seq -- x y z ) [ first2 ] [ third ] bi ;
: first4 ( seq -- w x y z ) [ first3 ] [ fourth ] bi ;
: rest ( seq -- tailseq ) 1 tail ;
: but-last ( seq -- headseq ) 1 head* ;
: unclip ( seq -- rest first ) [ rest ] [ first ] bi ;
: head-slice ( seq n -- slice ) head ;
: tail-slice ( seq n -- slice ) tail ;
: head-slice* ( seq n -- slice ) head* ;
: tail-slice* ( seq n -- slice ) tail* ;
: reduce ( seq identity quot -- result ) swapd each ;
: sum ( seq -- n ) 0 [ + ] reduce ;
: product ( seq -- n ) 1 [ * ] reduce ;
: map-reduce ( seq quot1 quot2 -- result ) [ map unclip ] dip reduce ;
: any? ( seq quot -- ? ) find drop >boolean ;
: all? ( seq quot -- ? ) [ not ] compose any? not ;
: partition ( seq quot -- trueseq falseseq ) [ filter ] [ [ not ] compose filter ] 2bi ;
: count ( seq quot -- n ) filter length ;
: map-product ( seq quot -- n ) map product ;
: member? ( elt seq -- ? ) index >boolean ;
: 2each ( seq1 seq2 quot -- ) [ zip ] dip [ first2 ] prepose each ;
: 2map ( seq1 seq2 quot -- newseq ) [ zip ] dip [ first2 ] prepose map ;
: map-index ( seq quot -- newseq ) [ dup length iota zip ] dip [ first2 ] prepose map ;

IN: combinators
: cleave ( x seq -- ) [ keep ] each drop ;
: 2cleave ( x y seq -- ) [ 2keep ] each 2drop ;
: 3cleave ( x y z seq -- ) [ 3keep ] each 3drop ;
: spread ( seq -- ) [ ] [ [ [ dip ] curry ] dip compose ] reduce call ;

IN: generalizations
: napply ( quot n -- ) swap <array> spread ;

IN: io.encodings
: ascii ( -- encoding ) \ ascii ;
: utf8 ( -- encoding ) \ utf8 ;

IN: poker
: RANK_STR ( -- seq ) { "2" "3" "4" "5" "6" "7" "8" "9" "T" "J" "Q" "K" "A" } ;
: SUIT_STR ( -- seq ) { "C" "D" "H" "S" } ;
: VALUE_STR ( -- seq ) { "Straight Flush" "Four of a Kind" "Full House" "Flush"
    "Straight" "Three of a Kind" "Two Pair" "One Pair" "High Card" } ;
: <deck> ( -- deck ) RANK_STR SUIT_STR 2array [ concat >ckf ] product-map ;
: string>value ( str -- value ) parse-cards hand-value ;
: hand-rank ( str -- str ) string>value value>rank VALUE_STR nth ;
: string>hand-name ( str -- str ) hand-rank ;
: print-hand ( seq -- ) [ card>string ] map " " join print ;

IN: project-euler.054
: source-054 ( -- seq )
    "resource:extra/project-euler/054/poker.txt" ascii file-lines
    [ [ 14 head-slice ] [ 14 tail-slice* ] bi 2array ] map ;
: euler054 ( -- n ) source-054 [ [ string>value ] map first2 before? ] count ;

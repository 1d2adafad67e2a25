begin;
create table shoppinglist(key integer primary key, item text not null, price double not null, "group" text not null, quantity integer not null);
create table favourites(key integer primary key, item text not null, price double not null, "group" text not null);
-- Cream: the price is unknown, for 1100 g
insert into shoppinglist values (1, 'Cream', 0, '', 1);
-- Crème brûlée 日本 👩‍👩‍👧 \ " 2: the price is unknown
insert into shoppinglist values (2, 'Crème brûlée 日本 👩‍👩‍👧 \ " 2', 0, 'Γλυκά & co', 1);
-- Unit mg: the price is unknown
insert into shoppinglist values (3, 'Unit mg', 0, 'Stuff', 5);
-- Unit kg: the price is for 1 kg, in KWD
insert into shoppinglist values (4, 'Unit kg', 0.069, 'Things', 1);
-- Φέτα ελληνική: the price is unknown, for 1 kg
insert into shoppinglist values (5, 'Φέτα ελληνική', 0, 'Τυριά', 1);
-- حليب طازج ١٢: the price is unknown, for 2 dozen
insert into shoppinglist values (6, 'حليب طازج ١٢', 0, '', 1);
-- Crème brûlée ṩ: the price is unknown
insert into shoppinglist values (7, 'Crème brûlée ṩ', 0, '', 1);
-- 7" pan \ lid \\ \n \u0041: the price is unknown, for 0.25 l
insert into shoppinglist values (8, '7" pan \ lid \\ \n \u0041', 0, '', 1);
-- Unit piece: the price is unknown
insert into shoppinglist values (9, 'Unit piece', 0, 'Things', 1);
-- Unit cl: the price is unknown, for 1 lb
insert into shoppinglist values (10, 'Unit cl', 0, 'Stuff', 1);
-- Crème brûlée 日本 👩‍👩‍👧 \ " 2: the price is for 500 g, in USD
insert into favourites values (1, 'Crème brûlée 日本 👩‍👩‍👧 \ " 2', 0.01, 'Γλυκά & co');
-- Unit bag: the price is unknown
insert into favourites values (2, 'Unit bag', 0, '');
-- Unit fl oz: the price is for 1 fl oz, in JPY
insert into favourites values (3, 'Unit fl oz', 110, 'Stuff');
-- Unit lb: the price is for 1.5 lb
insert into favourites values (4, 'Unit lb', 1.05, '');
-- Unit piece: the price is unknown
insert into favourites values (5, 'Unit piece', 0, 'Things');
-- Unit slice: the price is for 1.5 slice
insert into favourites values (6, 'Unit slice', 1.25, 'Stuff');
-- Unit tsp: the price is for 1.5 tsp, in KWD
insert into favourites values (7, 'Unit tsp', 0.115, 'Things');
-- Φέτα ελληνική: the price is unknown
insert into favourites values (8, 'Φέτα ελληνική', 0, 'Τυριά');
commit;

begin;
create table shoppinglist(key integer primary key, item text not null, price double not null, "group" text not null, quantity integer not null);
create table favourites(key integer primary key, item text not null, price double not null, "group" text not null);
-- Apple: in USD
insert into shoppinglist values (1, 'Apple', 0.50, 'Fruit', 7);
-- wine $9.99: the price is unknown
insert into shoppinglist values (2, 'wine $9.99', 0, '', 1);
-- Φέτα ελληνική: the price is for 200 g, in USD
insert into favourites values (1, 'Φέτα ελληνική', 4.50, 'Τυριά');
commit;

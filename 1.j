$ list --json
{"items":[{"id":"1fhf4k4g0002","item":"1fhf4k4g0001","name":"potatoes","quantity":2,"unit":"kg","category":"Vegetables","price":3.20,"currency":"USD","per":1,"perUnit":"kg","cost":6.40,"picked":false,"favourite":true,"store":"aldi"}],"count":1,"pieces":1,"total":6.40,"unknownPrices":0,"currency":"USD","picked":0,"warnings":[]}

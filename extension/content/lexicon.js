/** Words of shops in many languages. */
(() => {
  if (window.__svcH.lexicon) return;
  const { oneOf } = window.__svcH;
  /** Names of elements whose amount is not the current price. */
  const NOT_THE_PRICE = oneOf(
    "i",
    /(^|[\s_-])(old|was|before|previous|original|rrp|msrp|strike|list-?price|compare|cross|saving|save|unit-?price|per-?unit|review)/,
    /(^|[\s_-])(discount-?(badge|percent|amount|label|tag|rate)|coupon|shipping|delivery|installment|monthly|base-?price-?info)/,
    /(^|[\s_-])(related|recommend|similar|also|upsell|cross-?sell|bundle|carousel|mini-?cart|(cart|basket)-(total|items?|block)|loyalty)/,
  );
  /** Words next to an amount that is not the current price. */
  const OTHER_AMOUNT = oneOf(
    "i",
    /^\s*(was|rrp|msrp|uvp|statt|vorher|before|avant|antes|prima|instead of|previously)\b|старая цена|^\s*было/,
    /lowest price|najniższa cena|niedrigster preis|prix le plus bas|\b30 (days|dni|tage|jours|días|giorni|dag)/, // spelling:ignore
    /prezzo più basso|precio más bajo|lägsta pris|laveste pris|laagste prijs/, // spelling:ignore
    /^\s*[≈≃]|\bapprox|\b\d+ (for|für|pour|voor|por|per|за) [$€£¥]?\s?\d/, // spelling:ignore
    /shipping|delivery|versand|lieferung|livraison|envío|spedizione|bezorg|wysyłk|доставк|送料|配送|运费|運費|배송(비|료)|kargo|frete/,
    /\b(save|saving|savings|off|discount|voucher|coupon|with code|sparen|gespart|rabatt|pfand|deposit|cashback)\b/,
    /скидк|выгода|эконом|ниже на|优惠券/,
    /\b((current|starting|highest) bid|bids?:)|gebot\b|текущая ставка|入札/, // spelling:ignore
    /\b(price for both|total|subtotal|installments?|finance|orders? (of|over)|or more|gift card)\b/,
    /\b\d+ (interest-free )?payments?\b|\bpayments? of\b|^\s*\+\s?\p{Sc}|\b(core|restocking) charge|surcharge|postage/,
    /手数料|ポイント|[くぐ]らい|\d원? 할인|적립|포인트|무이자|월 \d|期免息|платеж|частями|рассрочк|\/期|\b(pay )?in \d of\b|\b(fee|from) .{0,12}\/(wk|week|mo)/,
    /^\s*de:?\s+R\$|^\D{0,12}\d+x (de|sem)\b|invece di|au lieu de|en lugar de/, // spelling:ignore
  );
  const OLD_LABEL = oneOf(
    "i",
    /(original|list|old|previous|usual|retail) price|^price reduced from/,
    /^(uvp|adviesprijs|listenpreis|früher|prix (barré|conseillé|d['’]origine))|^urspr(ü|u)ngl/, // spelling:ignore
    /^(старая|обычная|прежняя) цена|^цена без скидки|^стара ціна/,
    /^(原价|原價|优惠前|折前|划线价|市场价|吊牌价|专柜价|门市价|通常価格|参考価格|定価|メーカー希望|希望小売|정가|정상가|소비자가|시중가|할인 전)/,
    /^(ord\.?|ordinarie|tidigare|veil|vejl)\.? ?pris|^før\b|^norm(al)?\.|^ovh\b|^pvp\b|^precio (anterior|original)/, // spelling:ignore
    /^(preço (antigo|original)|de:?$|cena (regularna|katalogowa)|poprzednia cena|(původní|běžná) cena)/, // spelling:ignore
    /^((eredeti|korábbi) ár|eski fiyat|piyasa fiyat|giá (gốc|niêm yết|thị trường)|harga normal)/, // spelling:ignore
  );
  /** A price that is the current one where no other stands by it. */
  const REGULAR_LABEL =
    /^(regular|normal|standard) price|^normalpreis|^prix (normal|régulier|habituel)|^precio habitual/i; // spelling:ignore
  const ON_REQUEST = oneOf(
    "i",
    /(price|prices) (up)?on (request|application)|call for (a )?price|request a quote|preis auf anfrage/,
    /prix sur demande|precio a consultar|prezzo su richiesta|цена по запросу|уточняйте цену|价格面议|面议|要問い合わせ/, // spelling:ignore
  );
  /** A line that says nothing else than that the product can't be bought. */
  const SOLD_OUT = oneOf(
    "i",
    /^(sold out|out of stock|ausverkauft|nicht (mehr )?(auf lager|verfügbar))[.!]?$/, // spelling:ignore
    /^(épuisé|en rupture de stock|agotado|esaurito)[.!]?$/, // spelling:ignore
    /^(uitverkocht|udsolgt|utsolgt|slutsåld|loppuunmyyty|vyprodáno|esgotado|brak w magazynie)[.!]?$/, // spelling:ignore
    /^(wyprzedane|нет в наличии|распродано|tükendi|已售罄|售罄|缺货|品切れ|売り切れ|품절)[.!]?$/, // spelling:ignore
  );
  const PER_UNIT = oneOf(
    "i",
    /\/\s?(kg|g|l|ml|fl|oz|lb|count|m2|m²|100|day|night|week|hour|mo|month|min|мес|кг|л|м²|м2|个月|月)/,
    /\/\s?[mм](?![a-zа-я])|per (month|kg|litre|liter|unit|bead|minute)|pro (kg|liter|stück|monat)/,
    /\d\s?(kg|g|l|ml|cl|m|m²|oz|lb|st|stk|кг|г|л|шт)\s?=|в месяц|x\s?\d+\s*(мес|month)|\d+\s?[x×]\s?[$€£¥₽₹]?\s?\d/,
    /per maand|monatlich|\bmtl\.|im monat|par mois|al mese?\b|por mês|miesięcznie|měsíčně|månaden|kuukau/, // spelling:ignore
  );
  /** The price of a piece: of the product itself, or of one in a pack. */
  const PER_PIECE = /\/\s?(st(ück|k)?|pcs?|pieces?|шт|件|个|個)(?![a-zа-я])/i;
  const WITHOUT_TAX =
    /税抜|税別|不含税|\b(excl|ex|without|plus|zzgl|exkl)\.? ?(vat|tax|mwst|ust|moms|btw)|\bnetto\b|без ндс|\bHT\b/i; // spelling:ignore
  /** A price that not every buyer gets. */
  const FOR_SOME = oneOf(
    "i",
    /新人|新客|新用户|首单|会员价|plus价|登录(后)?(可见|查看|享)|学生价/,
    /\b(new (users?|customers?)|first order|welcome deal|members?( only)? price)\b|\b(log|sign) in .{0,20}pric(e|ing)/,
    /для новых|цена по карте|(^|[\s₽])[cс] (\S+ )?(картой|кошельком)|(^|\s)пэй($|\s)|会員価格|회원(할인)?가|쿠폰 (적용|할인)|单独(购买|購買)|单买/,
  );
  /** A label before the price of each delivery. */
  const SUBSCRIPTION =
    /\bsubscri(be|ption)\b|\bautoship\b|\bim abo\b|\babonnement\b|定期(便|購入|お届け)|정기배송|подписк/i; // spelling:ignore
  /** Words around what is missing for something that is free. */
  const TO_GO = /\b(away from|to go|left (for|to))\b|до бесплатн|あと\s?\d|더 (담|구매)|再买/i;
  /** The price of an auction is not known before its end. */
  const AUCTION = oneOf(
    "i",
    /\b(current bid|starting bid|place (a )?bid|bid now|\d+ bids?)\b|gebot abgeben|aktuelles gebot/, // spelling:ignore
    /текущая ставка|сделать ставку/,
    /入札|オークション|竞拍|起拍|拍卖/,
  );
  /** Signs and words of currencies; codes are known by their list. */
  const MARK = oneOf(
    "",
    /[$€£¥￥₽₩₸₺₫฿₹₪₴₾₼₱₦₲₡₵₭৳៛\u20c1]|(?<=[\d万千만천]\s?)[元円원]|\b(Rp|RM|TL)\b|\b(Rp|RM)\.?\s?\d/,
    /جنيه|درهم|دينار|د\.[إكبم]|ر\.[سقع]|ج\.?\s?م|﷼|تومان|ریال|ريال|\bRs\b|\b[KB]D\s?\d|\d\s?[KB]D\b|\d\s?[рР]\.?(?![а-яё])/,
    /\bR\s?\d|so['ʻ’‘]m|(?<=\d\s?)(сум|сом)|zł|Kč|\bkr\b|\bFr\.|руб|грн|тг|VNĐ|đ\b|лв|lei\b|\bFt\b|\d[,:][-–—](?!\d)/,
  );
  /** A button that puts a product into a cart. */
  const CART = oneOf(
    "i",
    /add[\s_-]?(this |item[\s_-]?)?to[\s_-]?(the[\s_-]?|my[\s_-]?|your[\s_-]?)?(shopping[\s_-]?)?(cart|bag|basket|trolley|order)/,
    /addtocart|add-cart|add2cart|buy[\s_-]?(it[\s_-]?)?now|buy-button|btn-?buy|buy-?btn|^\s*(buy|order now|pre-?order)\s*$/,
    /カート(に|へ)|かご(に|へ)|購入|in den (waren|einkaufs)(korb|wagen)|(ajouter|mettre) (au|dans le|à mon) panier|\bacheter\b/,
    /añadir (al carrito|a la cesta)|agregar al carrito|comprar( ahora)?\b|aggiungi al carrello|acquista\b/,
    /(adicionar|juntar) ao carrinho|sepete ekle/, // spelling:ignore
    /в корзин|купить|^\s*заказать\s*$|до кошика|купити|do (koszyka|košíku|košíka)|kosárba/, // spelling:ignore
    /thêm vào giỏ|mua ngay|장바구니|구매|加入购物车|加入購物車|(立即|马上|单独|單獨)(购买|購買|订购|下单|抢购)|加采购车|发起拼单/,
    /カゴに|注文する|(in|aan) (de )?winkel(wagen|mand)|satın al|lisää koriin|dodaj do torby|adicionar à sacola|a la bolsa/, // spelling:ignore
    /l[äa]gg i (varukorg|korg)|legg i|l[æa]g i kurv|ostoskoriin|adaug[ăa] [îi]n co[șsş]/, // spelling:ignore
    /keranjang|beli sekarang|أضف إلى|หยิบใส่|ตะกร้า|ซื้อเลย|(הוס(ף|פה)|הוסיפו) ל(סל|עגלה)/, // spelling:ignore
    /στο καλάθι|αγορά τώρα|krepšel|grozā|ostukorvi/, // spelling:ignore
    /u (košaricu|korpu)|v košarico|в количк|до кошик|в кошик|a la cistella|í körfu/, // spelling:ignore
    /\badd .{1,80} to (the |my |your )?(cart|bag|basket|trolley)\b/,
  );
  /** A button that bids for a product. */
  const BID = /\b(place (a )?|submit )?bid\b|gebot abgeben|сделать ставку|入札する|出价|입찰/i; // spelling:ignore
  window.__svcH.lexicon = {
    NOT_THE_PRICE,
    OTHER_AMOUNT,
    OLD_LABEL,
    REGULAR_LABEL,
    ON_REQUEST,
    SOLD_OUT,
    PER_UNIT,
    PER_PIECE,
    WITHOUT_TAX,
    FOR_SOME,
    SUBSCRIPTION,
    TO_GO,
    AUCTION,
    MARK,
    CART,
    BID,
  };
})();

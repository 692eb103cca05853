//! The products of the demo, with texts as on the marketplaces.

pub(super) struct Product {
    pub(super) title: &'static str,
    pub(super) marketplace: &'static str,
    pub(super) external_id: &'static str,
    pub(super) variant: &'static str,
    pub(super) shop: &'static str,
    pub(super) price: &'static str,
    pub(super) picture: &'static str,
}

impl Product {
    /// The URL of the product's picture on the given server.
    pub(super) fn picture_url(&self, server: &str) -> String {
        format!("{server}/assets/demo/{}.svg", self.picture)
    }

    /// The link to the product on its marketplace.
    pub(super) fn url(&self) -> String {
        match self.marketplace {
            "1688" => format!("https://detail.1688.com/offer/{}.html", self.external_id),
            "taobao" => format!("https://item.taobao.com/item.htm?id={}", self.external_id),
            "tmall" => format!("https://detail.tmall.com/item.htm?id={}", self.external_id),
            _ => format!("https://www.dewu.com/product-detail.html?spuId={}", self.external_id),
        }
    }
}

macro_rules! products {
    ($($marketplace:literal $id:literal $price:literal $title:literal / $variant:literal @ $shop:literal, $picture:literal;)*) => {
        /// All products of the demo.
        pub(super) const PRODUCTS: &[Product] = &[$(Product {
            title: $title, marketplace: $marketplace, external_id: $id, variant: $variant, shop: $shop, price: $price, picture: $picture,
        }),*];
    };
}

products! {
    "1688" "713048829441" "28.50" "秋冬新款加绒加厚连帽卫衣男女同款宽松情侣装" / "深灰色 / XL" @ "广州市白云区云裳服饰厂", "hoodie";
    "1688" "698812330475" "12.80" "陶瓷咖啡杯带盖勺ins风简约马克杯办公室水杯" / "米白 / 350ml" @ "潮州市枫溪区雅致陶瓷厂", "cup";
    "1688" "652201938845" "4.60" "透明手机壳适用iPhone16防摔气囊保护套批发" / "iPhone 16 Pro / 透明" @ "深圳市龙华区科讯电子商行", "phone-case";
    "1688" "729930018276" "65.00" "不锈钢保温杯大容量户外便携运动水壶定制logo" / "军绿 / 1000ml" @ "永康市恒泰杯业有限公司", "bottle";
    "1688" "684410297731" "118.00" "实木折叠餐桌小户型家用伸缩长方形饭桌" / "原木色 / 1.2米" @ "赣州市南康区木语家具厂", "table";
    "1688" "701123984450" "9.90" "儿童益智积木拼装玩具兼容大颗粒幼儿园早教" / "100粒桶装" @ "汕头市澄海区童乐玩具厂", "blocks";
    "taobao" "738801294415" "239.00" "复古美式工装夹克男春秋宽松翻领外套" / "卡其色 / L" @ "老陈的衣橱", "jacket";
    "taobao" "684092217730" "59.90" "桌面收纳盒抽屉式化妆品首饰整理架" / "奶油白 / 三层" @ "小木屋家居", "organizer";
    "taobao" "755120338871" "129.00" "机械键盘青轴87键有线电竞游戏办公打字" / "白色 / 青轴" @ "极客数码专营", "keyboard";
    "taobao" "712239904418" "35.00" "手工编织羊毛围巾女冬季加厚保暖披肩" / "雾霾蓝" @ "暖暖手作", "scarf";
    "tmall" "640182274419" "899.00" "石头智能扫地机器人家用自动清洁扫拖一体" / "白色 / 标准版" @ "石头科技官方旗舰店", "robot-vacuum";
    "tmall" "671190284475" "329.00" "小米空气净化器滤芯原装除甲醛加强版" / "4 Pro 适用" @ "小米官方旗舰店", "filter";
    "tmall" "725510099381" "458.00" "波司登轻薄羽绒服男士短款连帽保暖外套" / "黑色 / 180" @ "波司登官方旗舰店", "down-jacket";
    "poizon" "1172983" "689.00" "Nike Dunk Low Retro 黑白熊猫 低帮板鞋" / "42.5" @ "得物", "sneaker-panda";
    "poizon" "3409182" "1099.00" "New Balance 2002R 元祖灰 复古跑鞋" / "43" @ "得物", "sneaker-grey";
    "poizon" "2210937" "549.00" "adidas Originals Samba OG 黑白棕" / "41" @ "得物", "sneaker-samba";
}

import type { WordList } from './kinds.ts';

/** A core of Turkish, Indonesian and Vietnamese. */
export const LATIN_CORE: WordList = {
  mild: `
    sepet*, keranjang*, onayla*, konfirmasi*, =giỏ hàng, =xác nhận`,
  danger: `
    sil, silmek, sileyim, silelim, silinsin, siliyorum, silinecek, silsem, silme, silebilir*, silin*, silindi,
    silayım, kaldır*, temizle*, boşalt*, bosalt*, sıfırla*, sifirla*, üzerine yaz*, üstüne yaz*,
    üzerine yazayım|yazalım|yazılsın|yazmak|yazma|yazsın|yazılacak, değiştir*, degistir*, kapat*, durdur*,
    yok et|edeyim|edelim|edilsin, geri al|alalım|alayım, iptal*, kalıcı*, sonsuza, baştan, yayınla*, yayinla*,
    yayımla*, yayına*, dağıt*, dagit*, canlıya*, canliya*, canlı*, üretim*, gönder*, gonder*, yolla*, paylaş*,
    paylas*, duyur*, yükle*, birleştir*, öde*, odeme*, ödeme*, satın*, satin al, sipariş*, siparis*, abone*, yenile*,
    şifre*, sifre*, parola*, yetki*, devre dışı, atla*, açıkla*, ifşa*, yükselt*, herkese, hapus*, menghapus*,
    dihapus*, buang*, bersihkan*, membersihkan*, kosongkan*, mengosongkan*, timpa*, menimpa*, ditimpa*, ganti*,
    mengganti*, setel ulang, matikan*, mematikan*, hentikan*, menghentikan*, musnahkan*, hancurkan*, batalkan*,
    selamanya, permanen*, dari awal, terbitkan*, menerbitkan*, diterbitkan*, publikasi*, rilis*, merilis*, dirilis*,
    luncurkan*, meluncurkan*, sebarkan*, kirim*, mengirim*, dikirim*, bagikan*, membagikan*, umumkan*, unggah*,
    mengunggah*, ke produksi, produksi, bayar*, membayar*, dibayar*, beli, belikan, membeli*, dibeli*,
    pesan ~ sekarang, langganan*, berlangganan*, perpanjang*, kata sandi, sandi, rahasia*, lewati*, nonaktif*,
    menonaktif*, izinkan*, buka kunci, gabungkan*, ke semua, =xóa, =xoá, =xoa bỏ, =gỡ, =loại bỏ, =dọn, =dọn dẹp,
    =ghi đè, =đè, =thay thế, =đặt lại, =hủy, =huỷ, =tắt, =dừng, =vĩnh viễn, =làm lại, =bắt đầu lại, =xuất bản, =đăng,
    =công khai, =công bố, =phát hành, =triển khai, =ra mắt, =gửi, =gởi, =chia sẻ, =thông báo, =tải lên, =đẩy,
    =lên production|prod, =thanh toán, =trả tiền, =trả, =mua, =đặt mua, =đặt hàng, =gia hạn, =chuyển khoản,
    =chuyển tiền, =nạp, =nâng cấp, =mật khẩu, =bí mật, =mở khóa, =bỏ qua, =cấp quyền, =vô hiệu, =tiết lộ, =hoàn tiền,
    =gộp, xoa, ghi de, xuat ban, trien khai, thanh toan, mat khau, gui email|mail|di`,
};

/** A core of Hindi and Arabic, and the plain words of Hebrew, Thai and Persian: by substrings, for articles and particles are joined. */
export const OTHER_SCRIPTS: WordList = {
  danger: `
    हटा, मिटा, डिलीट, डिलिट, साफ़, साफ, नष्ट, अधिलेख, ओवरराइट, बदल, रीसेट, खाली, बंद, रद्द, हमेशा, फेंक, प्रकाशित,
    पब्लिश, जारी, तैनात, डिप्लॉय, डिप्लाय, लाइव, लॉन्च, रिलीज़, रिलीज, भेज, साझा, शेयर, अपलोड, सार्वजनिक, प्रोडक्शन,
    घोषणा, भुगतान, पेमेंट, पैसे, खरीद, ख़रीद, ऑर्डर, सदस्यता, रिन्यू, नवीनी, ट्रांसफर, पासवर्ड, कुंजी, टोकन, गोपनीय,
    गुप्त, अनुमति, एडमिन, बायपास, मर्ज, حذف, احذف, أحذف, نحذف, امسح, أمسح, نمسح, مسح, إزالة, أزيل, ازالة, أزل, محو,
    تفريغ, إفراغ, تنظيف, نظف, الكتابة فوق, استبدل, استبدال, إعادة تعيين, إيقاف, أوقف, إلغاء, ألغي, إنهاء, تدمير,
    نهائي, للأبد, نشر, انشر, أنشر, ننشر, إطلاق, أطلق, نطلق, إصدار, إرسال, ارسال, أرسل, ارسل, نرسل, مشاركة, شارك, رفع,
    إعلان, أعلن, الإنتاج, للعملاء, دفع, ادفع, أدفع, ندفع, سداد, شراء, اشتر, أشتر, نشتر, اشتراك, اشترك, تجديد, جدد,
    تحويل, حول, طلب شراء, فاتورة, كلمة المرور, كلمة السر, كلمات المرور, مفتاح, سري, رمز, صلاحي, مسؤول, تعطيل, عطل,
    تجاوز, كشف, اكشف, دمج, מחק, למחוק, מחיקה, להסיר, לדרוס, לפרסם, פרסם, לשלוח, שלח, לשלם, לקנות, סיסמ, להעלות, לפרוס,
    ลบ, เขียนทับ, ล้าง, เผยแพร่, ปล่อย, ดีพลอย, ส่ง, จ่าย, ชำระ, ซื้อ, รหัสผ่าน, ปิด, แทนที่, پاک, بازنویسی, منتشر,
    انتشار, پرداخت, خرید, رمز عبور, گذرواژه, استقرار`,
};

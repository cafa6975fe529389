import { describe, expect, it } from 'vitest';
import { isDestructive } from '../../src/core/destructive.ts';

/** By language: what destroys, publishes, pays or reveals, plainly and in disguise. */
const DANGEROUS = {
  Japanese: [
    'DBをまっさらにしていいですか',
    '容量が足りないので空けますね？',
    'ローカルの変更は捨ててリモートに合わせますか',
    '同じ名前で保存しますか',
    '最新の10件だけ残しますか',
    'このサーバー、お役御免でいいですか',
    '先週の状態に戻しますか',
    'このまま本番に流しちゃっていい？',
    '新しいほうに向き先を変えますか',
    'お客さんに一報入れておきますか',
    'タグを打ってCIに任せますか',
    'ベータの人を呼びますか',
    'ストアに出しますか',
    '上のプランにしますか',
    'カード切っていいですか',
    '見積もり、このまま通しますか',
    'ドメインを押さえますか',
    '会社払いでいいですか',
    '鍵をチケットに貼っておきますか',
    '顧客リストを代理店に渡しますか',
    '彼女をオーナーにしますか',
    'テストを飛ばして進めますか',
    '二段階認証はなしでいいですか',
    'お客様としてログインしますか',
    'やっちゃっていい？',
  ],
  Chinese: [
    '要不要把旧的都清了？',
    '今晚切流量？',
    '把客户名单给代理商？',
    '付定金吗',
    '密码发群里？',
    '把防火墙先关了？',
    '同名保存可以吗',
  ],
  Korean: [
    '이 브랜치 날려도 될까요?',
    '오늘 밤 배포할까요?',
    '법인카드로 결제할까요?',
    '비밀번호를 슬랙에 올릴까요?',
    '방화벽을 잠깐 내릴까요?',
  ],
  Spanish: [
    '¿Tiro los registros viejos?',
    '¿Lo subo ya a producción?',
    '¿Uso la tarjeta de la empresa?',
    '¿Pongo la clave en el ticket?',
    '¿Me salto las pruebas?',
  ],
  Portuguese: [
    'Jogo fora os registros antigos?',
    'Subo isso para produção hoje?',
    'Pago o boleto agora?',
    'Coloco a senha no chamado?',
    'Desligo o firewall um pouco?',
  ],
  French: [
    'Je fais le ménage dans la base ?',
    'On bascule le trafic ?',
    'Je règle la facture ?',
    'Je colle la clé dans le ticket ?',
    'On saute les tests ?',
  ],
  Italian: [
    'Butto via i vecchi log?',
    'Mettiamo in produzione stasera?',
    'Uso la carta aziendale?',
    'Incollo la chiave nel ticket?',
    'Spengo il firewall per un po’?',
  ],
  German: [
    'Soll ich den alten Kram wegräumen?',
    'Schalten wir heute Nacht um?',
    'Nehme ich die Firmenkarte?',
    'Soll ich den Schlüssel ins Ticket legen?',
    'Soll ich die loeschen?',
  ],
  Dutch: [
    'Ruim ik de oude bestanden op?',
    'Zet ik het vanavond live?',
    'Verleng ik het abonnement?',
    'Zet ik het wachtwoord in het ticket?',
    'Maak ik Jan beheerder?',
  ],
  Russian: [
    'Снести старый сервер?',
    'Выкатываем вечером?',
    'Продлить подписку?',
    'Скинуть пароль в чат?',
    'Сделать Петю админом?',
  ],
  Ukrainian: ['Видалити старі файли?', 'Надіслати клієнтам?', 'Сплатити рахунок?', 'Показати пароль?'],
  Polish: ['Czy usunąć stare pliki?', 'Wdrażamy na produkcję?', 'Zapłacić fakturę?', 'Pokazać hasło?'],
  Turkish: ['Eski dosyaları sileyim mi?', 'Canlıya alalım mı?', 'Faturayı ödeyeyim mi?', 'Parolayı göstereyim mi?'],
  Swedish: [
    'Ska jag radera de gamla filerna?',
    'Ska vi skicka mejlet till alla?',
    'Ska jag betala fakturan?',
    'Ska jag visa lösenordet?',
  ],
  Indonesian: [
    'Hapus file lama?',
    'Kirim email ke semua pelanggan?',
    'Bayar tagihan sekarang?',
    'Tampilkan kata sandi?',
  ],
  Vietnamese: ['Xóa các tệp cũ?', 'Triển khai lên production?', 'Thanh toán hóa đơn?', 'Hiện mật khẩu?'],
  Hindi: ['क्या मैं पुरानी फ़ाइलें हटा दूँ?', 'क्या ईमेल भेज दूँ?', 'क्या बिल का भुगतान करूँ?', 'पासवर्ड दिखाऊँ?'],
  Arabic: ['هل أحذف الملفات القديمة؟', 'هل أنشر الموقع؟', 'هل أدفع الفاتورة؟', 'هل أعرض كلمة المرور؟'],
};

const HARMLESS = {
  Japanese: [
    '変数名はキャメルケースにしますか',
    'コメントは日本語で書きますか',
    '関数を二つに分けますか',
    'どの形式でレポートを書き出しますか',
    '削除ボタンの色は赤にしますか',
    'ドロップダウンは五十音順にしますか',
    'リリースノートはMarkdownにしますか',
    'テストも書きますか',
  ],
  Chinese: ['用制表符还是空格？', '日期用什么格式？', '删除按钮用什么颜色？'],
  Korean: ['클래스 이름은 무엇으로 할까요?', '주석은 한국어로 쓸까요?', '삭제 버튼의 색은 무엇으로 할까요?'],
  Spanish: ['¿Qué formato de fecha prefieres?', '¿Uso tabuladores o espacios?', '¿De qué color va el botón de borrar?'],
  Portuguese: ['Qual formato de data prefere?', 'Uso tabs ou espaços?'],
  French: ['Quel format de date préfères-tu ?', 'J’ajoute des exemples ?'],
  Italian: ['Che formato di data preferisci?', 'Scrivo i commenti in inglese?'],
  German: ['Wie soll die Klasse heißen?', 'Soll ich Beispiele hinzufügen?', 'Welche Farbe bekommt der Löschbutton?'],
  Dutch: ['Welk datumformaat wil je?', 'Gebruik ik tabs of spaties?'],
  Russian: ['Табы или пробелы?', 'Какого цвета кнопка удаления?'],
};

const rows = (lists: Readonly<Record<string, readonly string[]>>): [language: string, text: string][] =>
  Object.entries(lists).flatMap(([language, texts]) => texts.map((text): [string, string] => [language, text]));

describe('isDestructive in other languages', () => {
  // shows: R6
  it.each(rows(DANGEROUS))('sees the danger in %s: “%s”', (_language, text) => {
    expect(isDestructive(text)).toBe(true);
  });

  it.each(rows(HARMLESS))('sees none in %s: “%s”', (_language, text) => {
    expect(isDestructive(text)).toBe(false);
  });

  // shows: R6
  it('sees it amid English, and with or without accents', () => {
    expect(isDestructive('What should I do with the old rows?\n¿Los borro?')).toBe(true);
    expect(isDestructive('Ocean color for the chart?\nVeröffentlichen')).toBe(true);
    expect(isDestructive('Soll ich sie loschen?')).toBe(true);
  });

  it('does not take English words for foreign ones', () => {
    const words =
      'Which command line description, public class and scale should the base file use for the product list?';
    expect(isDestructive(words)).toBe(false);
  });
});

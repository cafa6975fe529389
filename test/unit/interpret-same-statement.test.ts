/** One statement that a prompt affirms and denies, and two statements that only sound alike. */
import { describe, expect, it } from 'vitest';
import { interpret } from '../../src/interpret/interpret.ts';

const asks = (prompt: string): boolean =>
  interpret({ resolvedPrompt: prompt, originalPrompt: prompt }).kind === 'request_clarification';

describe('a statement that is affirmed and denied is asked about', () => {
  it.each([
    "The subtitles on the start page should autoscroll. Don't autoscroll the start page subtitles.",
    'Truncate the audit_log table in this script. Under no circumstances may audit_log be truncated by this script.',
    'The griffin can swim across lakes, it has 80 hearts, drops a feather, and the griffin cannot swim.',
    "Trading eggs through the market is allowed, and eggs still aren't allowed through the market.",
    'Let the modal close on Escape. Pressing Escape must not close the modal.',
    'Leave all the existing migrations untouched and edit the existing migrations for Postgres.',
    'The helper mutates the map in place and must leave the map it was given unchanged.',
    '字幕は自動表示でお願いします。あと字幕は自動表示しないでください。',
    '既存の設定は変更せずに、既存の設定を全部書き換えてください。',
    '牛乳を使わないパンの作り方を教えてください。牛乳は2本使ってください。',
  ])('%s', (prompt) => {
    expect(asks(prompt)).toBe(true);
  });
});

describe('a statement that is denied in another case, of another thing, or as a complaint is not', () => {
  it.each([
    "The subtitles should autoscroll on desktop. Don't autoscroll the subtitles on phones.",
    "The video should autoplay but it doesn't autoplay. Please fix it.",
    "The form doesn't submit. The form should submit on Enter.",
    "Don't publish the list yet. Publish the list on Monday.",
    'Never log passwords. Log failed password attempts.',
    'The minion can fly over walls. In caves the minion cannot fly.',
    'Let the modal close on Escape. Clicking outside must not close the modal.',
    'Sort a copy of the array and leave the array unchanged.',
    'Update the tests in cart/, leave all other tests untouched.',
    '本番ではログを圧縮して保存。開発ではログは圧縮しない。',
    '卵を使わないケーキのレシピと、卵を使うクッキーのレシピを教えてください。',
    '保存時は警告を出さず、削除時に警告を出してください。',
  ])('%s', (prompt) => {
    expect(asks(prompt)).toBe(false);
  });
});

describe('one event under two names sets nothing apart', () => {
  it.each([
    'Compress the uploads when the app starts, and never compress the uploads on startup.',
    "I'd like the sidebar hidden when the page loads, and it should be visible as soon as the page loads.",
    'The worker should run as admin. For safety the worker must not run as admin.',
  ])('%s', (prompt) => {
    expect(asks(prompt)).toBe(true);
  });
});

describe('two events do', () => {
  it.each([
    'Hide the loader on page load. Show the loader on logout.',
    'Hide the banner when the page loads, and show it when the user scrolls.',
    "Run the linter when the app starts in development, and don't run the linter on startup in production.",
  ])('%s', (prompt) => {
    expect(asks(prompt)).toBe(false);
  });
});

describe('who wishes for something sets nothing apart', () => {
  it.each([
    'Sales wants the discount box checked by default. Finance: the discount box has to be unchecked by default. Please build the form.',
    'Request from Ops: enable query tracing in production. Request from Security, merged in: query tracing must be disabled in production.',
    '営業：履歴は新しい順で。法務：履歴は古い順で。よろしくお願いします。',
  ])('%s', (prompt) => {
    expect(asks(prompt)).toBe(true);
  });
});

describe('for whom it is, and of what, does', () => {
  it.each([
    'Admins: the panel is visible. Guests: the panel is hidden.',
    'Marketing wants the box checked by default for new users. Legal: the box has to be unchecked by default in Germany.',
    '営業：一覧は新しい順で。経理：請求書は古い順で。',
  ])('%s', (prompt) => {
    expect(asks(prompt)).toBe(false);
  });
});

describe('other matters in between set nothing apart', () => {
  it.each([
    'We need the tax number to be mandatory at checkout. Shipping is worked out by the carrier. Tax number is optional at checkout.',
    "Make the toolbar's background black. Icons are 24 px and have labels. Toolbar background: white.",
    '送料は必須項目にしてください。郵便番号を検索できるようにして、送料は任意入力でお願いします。',
  ])('%s', (prompt) => {
    expect(asks(prompt)).toBe(true);
  });
});

describe('steps that lead to a fault, and other things, do', () => {
  it.each([
    'The button should be visible. Steps: open the page. Log in. The button is hidden.',
    'The name should be mandatory at checkout. Use a clean layout. The nickname is optional at checkout.',
    'Header: black. Footer: white.',
  ])('%s', (prompt) => {
    expect(asks(prompt)).toBe(false);
  });
});

describe('what is made with one quality is not to have its opposite', () => {
  it.each([
    'Draft a formal note to my teacher about the trip, keep the note really informal.',
    'Create a SOAP client with synchronous requests only; all requests must be async.',
    "Publish only by hand, we don't like surprises, and every merge to main gets published automatically.",
  ])('%s', (prompt) => {
    expect(asks(prompt)).toBe(true);
  });
});

describe('two that are made may differ', () => {
  it.each([
    'Write a formal letter to my landlord, and an informal letter to my sister.',
    'Build an asynchronous client, and keep the old client synchronous.',
    'Deploy only by hand to production and deploy automatically to staging.',
  ])('%s', (prompt) => {
    expect(asks(prompt)).toBe(false);
  });
});

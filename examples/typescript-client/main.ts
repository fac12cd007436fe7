import { play, type Choose } from './play.js';
import { connect, ok, type NewGame } from './salta.js';

const { SALTA_URL: url = 'http://127.0.0.1:3000', APP_TOKEN: token } = process.env;
if (!token) throw new Error('APP_TOKEN must be the token of an app.');
const app = connect(url, token);

/** A new player of the app, and a client that acts for it. */
const makePlayer = async (name: string) => {
  const handle = `${name.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}`;
  const { player } = ok(await app.POST('/v1/players', { body: { handle, displayName: name } }));
  return { id: player.id, salta: connect(url, token, player.id) };
};

const anna = await makePlayer('Anna');
const ben = await makePlayer('Ben');

const challenge: NewGame = {
  rules: { preset: 'standard', overrides: { moveLimit: 6 } },
  side: 'light',
  opponent: ben.id,
};
const { id } = ok(await anna.salta.POST('/v1/games', { body: challenge }));
ok(await ben.salta.POST('/v1/games/{id}/join', { params: { path: { id } } }));

const atRandom: Choose = (moves) => moves[Math.floor(Math.random() * moves.length)];
const [{ outcome, ply }] = await Promise.all([
  play(anna.salta, id, 'light', atRandom),
  play(ben.salta, id, 'dark', atRandom),
]);

console.log(`Game ${id}: ${ply} plies, won by ${outcome?.winner ?? 'nobody'} (${outcome?.reason}).`);
console.log(ok(await app.GET('/v1/games/{id}/record', { params: { path: { id } }, parseAs: 'text' })));

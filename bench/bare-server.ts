/**
 * The floor that the service is measured against: the least that a game server can do on the same stack. Fastify and pg,
 * one read of the game and one write under a version check, no token, no validation, no rules.
 */
import fastify from 'fastify';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL_SIZE) });
const app = fastify();

interface GameParams {
  readonly id: string;
}

app.get<{ Params: GameParams }>('/v1/games/:id', async (request) => {
  const { rows } = await pool.query({
    name: 'get',
    text: `select id, version, status, preset, overrides, position, ply, side_to_move, light_id, dark_id, created_at, started_at
           from games where id = $1`,
    values: [request.params.id],
  });
  return rows[0] as object;
});

app.post<{ Params: GameParams; Body: { move: string } }>('/v1/games/:id/moves', async (request, reply) => {
  const { rows } = await pool.query<{ version: number }>({
    name: 'read',
    text: 'select version, status, position, ply, side_to_move, light_id, dark_id from games where id = $1',
    values: [request.params.id],
  });
  const changed = await pool.query({
    name: 'write',
    text: `update games set version = version + 1, moves = moves || $3, move_times = move_times || $4, ply = ply + 1,
             updated_at = now()
           where id = $1 and version = $2`,
    values: [request.params.id, rows[0]?.version, Buffer.from([12, 17]), Buffer.alloc(6)],
  });
  return reply
    .code(changed.rowCount === 1 ? 201 : 409)
    .send({ move: request.body.move, version: (rows[0]?.version ?? 0) + 1 });
});

const url = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.stdout.write(`listening on ${url}\n`);

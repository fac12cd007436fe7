/** A lock between processes: a file that holds the id of the process that has it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `work` while holding the lock at `path`; waits while another live process holds it, takes over a dead one's. */
export async function withLock(path, say, work) {
  mkdirSync(dirname(path), { recursive: true });
  for (let told = false; !tryTake(path); told = true) {
    if (!told) say(`Waiting for process ${holder(path) ?? '?'}, which is doing the set-up ...`);
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryTake(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const pid = holder(path);
  if (pid !== undefined && !isAlive(pid)) rmSync(path, { force: true });
  return false;
}

function holder(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

/** What the server says to the n-th question (from 0) about a name: addresses of both kinds, 'refused', or 'silence'. */
export type DnsAnswers = (name: string, asked: number) => readonly string[] | 'refused' | 'silence';

export interface DnsServer {
  /** `127.0.0.1:port` */
  readonly address: string;
  /** The names asked for, in order, once for each type of record. */
  readonly questions: readonly { readonly name: string; readonly type: 'A' | 'AAAA' }[];
  close(): Promise<void>;
}

const TYPES = new Map([
  [1, 'A'],
  [28, 'AAAA'],
] as const);
const REFUSED = 5;
const NAME_ERROR = 3;

/** A name server on the loopback (RFC 1035): one question a datagram, A and AAAA records. */
export async function startDnsServer(answers: DnsAnswers): Promise<DnsServer> {
  const questions: { name: string; type: 'A' | 'AAAA' }[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = readName(query);
    const type = TYPES.get(query.readUInt16BE(end) as 1 | 28);
    if (type === undefined) return;
    const asked = questions.filter((question) => question.name === name && question.type === type).length;
    questions.push({ name, type });
    const answer = answers(name, asked);
    if (answer === 'silence') return;
    const addresses = answer === 'refused' ? [] : answer;
    const code = answer === 'refused' ? REFUSED : addresses.length === 0 ? NAME_ERROR : 0;
    const records = addresses.filter((address) => isIPv4(address) === (type === 'A')).map(record);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function record(address: string): Buffer {
  const data = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
  const head = Buffer.alloc(12);
  // The name is the question's, 12 bytes from the start.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(data.length === 4 ? 1 : 28, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function ipv6Bytes(address: string): Buffer {
  const [left = '', right = ''] = address.split('::');
  const groups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [start, end] = [groups(left), groups(right)];
  const bytes = Buffer.alloc(16);
  start.forEach((group, index) => bytes.writeUInt16BE(group, index * 2));
  end.forEach((group, index) => bytes.writeUInt16BE(group, 16 - (end.length - index) * 2));
  return bytes;
}

/** Whether an answer of the service is one that openapi.yaml describes. */
import { headersOf, operationAt, violations, violationsOf } from '../api/api-schema.js';
import type { DocumentedResponse, Header, OperationPlace } from '../api/api-schema.js';

export interface Answer {
  /** Of the request; empty where there was no readable one. */
  readonly method: string;
  /** What was asked for: a path, perhaps with a query; empty where that could not be read. */
  readonly target: string;
  readonly status: number;
  /** The value of a header by its name in lower case. */
  header(name: string): string | null | undefined;
  /** The body; null where it is not to be looked into. */
  readonly text: string | null;
}

const PROBLEM_TYPE = 'application/problem+json';

/** Pages for people and the document itself, which the document does not describe. */
const PAGES = [/^\/openapi\.(json|yaml)$/, /^\/docs(\/.*)?$/, /^\/problems(\/[^/]+)?$/];

/** What can be wrong, by status, before it is known which operation a request is for. */
const UNREADABLE: Readonly<Record<number, readonly string[]>> = {
  400: ['malformed-request'],
  408: ['request-timeout'],
  431: ['headers-too-large'],
};

/** What the document leaves unsaid: refusals where it has no operation. */
const OUTSIDE: Readonly<Record<number, readonly string[]>> = {
  ...UNREADABLE,
  400: ['malformed-request', 'bad-url', 'invalid-text', 'invalid-request'],
  404: ['unknown-route'],
  405: ['method-not-allowed'],
  414: ['uri-too-long'],
  500: ['internal-error'],
  503: ['service-unavailable'],
};

/** Every way in which an answer is not as openapi.yaml says, with the operation, the status and the place in the body. */
export function faultsOf(answer: Answer): string[] {
  const { method, target, status } = answer;
  const path = target.split('?', 1)[0] ?? '';
  const place = operationAt(method, path);
  const name = place ? `${method} ${place.path} (${place.operation.operationId})` : `${method} ${path}`;
  const faults = place ? operationFaults(place, answer) : outsideFaults(path, answer);
  // What is wrong by the schema of a refusal may also be wrong for any problem.
  return [...new Set(faults)].map((fault) => `${name} ${status}: ${fault}`);
}

function operationFaults({ operation }: OperationPlace, answer: Answer): string[] {
  if (UNREADABLE[answer.status]?.includes(problemCode(answer) ?? ''))
    return problemFaults(answer, UNREADABLE[answer.status]);
  const documented = operation.responses[String(answer.status)];
  if (!documented) return [`the status is not documented${about(answer)}`];
  return [
    ...headerFaults(headersOf(documented), answer),
    ...contentFaults(documented.content ?? {}, answer),
    ...(answer.status >= 400 ? problemFaults(answer, codesIn(documented)) : []),
  ];
}

function outsideFaults(path: string, answer: Answer): string[] {
  const { method, status } = answer;
  if (method === 'OPTIONS' && status === 204) return [...allowFaults(answer), ...emptyFaults(answer)];
  if (status < 400) {
    const isPage = ['GET', 'HEAD'].includes(method) && PAGES.some((page) => page.test(path));
    return isPage ? [] : ['openapi.yaml has no such operation'];
  }
  if (!(status in OUTSIDE)) return [`no refusal where there is no operation has this status${about(answer)}`];
  return [...(status === 405 ? allowFaults(answer) : []), ...problemFaults(answer, OUTSIDE[answer.status])];
}

/** The codes that a response names, each with a link to its page; undefined where it names none. */
function codesIn({ description }: DocumentedResponse): string[] | undefined {
  const codes = [...description.matchAll(/\(\/problems\/([a-z0-9-]+)\)/g)].map(([, code]) => code ?? '');
  return codes.length > 0 ? codes : undefined;
}

function contentFaults(content: NonNullable<DocumentedResponse['content']>, answer: Answer): string[] {
  const types = Object.keys(content);
  if (types.length === 0) return emptyFaults(answer);
  const type = mediaType(answer);
  const media = content[type];
  if (!media) return [`the content type ${type || '(none)'} is not documented, but ${types.join(', ')}`];
  if (answer.method === 'HEAD') return emptyFaults(answer);
  // What has a JSON object on each line is no JSON itself.
  if (!type.endsWith('json') || type.endsWith('ndjson') || answer.text === null) return [];
  const body = json(answer);
  return body === undefined ? ['the body is not JSON'] : violations(media.schema, body);
}

/** Without `codes` any code of a problem will do. */
function problemFaults(answer: Answer, codes: readonly string[] | undefined): string[] {
  const type = mediaType(answer);
  if (type !== PROBLEM_TYPE) return [`the content type is ${type || '(none)'}, not ${PROBLEM_TYPE}`];
  if (answer.method === 'HEAD') return emptyFaults(answer);
  if (answer.text === null) return [];
  const problem = json(answer);
  if (typeof problem !== 'object' || problem === null) return ['the body is not a problem'];
  const { status, code, requestId } = problem as Readonly<Record<string, unknown>>;
  return [
    ...violationsOf('Problem', problem),
    ...(status === answer.status ? [] : [`/status is ${JSON.stringify(status)}`]),
    ...(requestId === answer.header('x-request-id') ? [] : ['/requestId is not the X-Request-Id of the answer']),
    ...(codes && !codes.includes(String(code))
      ? [`/code ${JSON.stringify(code)} is not one of ${codes.join(', ')}`]
      : []),
  ];
}

function headerFaults(headers: Readonly<Record<string, Header>>, answer: Answer): string[] {
  return Object.entries(headers).flatMap(([name, { required = false, schema = {} }]) => {
    const text = answer.header(name.toLowerCase());
    if (text === undefined || text === null) return required ? [`the header ${name} is missing`] : [];
    const isNumber = ['integer', 'number'].includes(String(schema.type)) && text !== '';
    const faults = violations(schema, isNumber ? Number(text) : text);
    return faults.map((fault) => `the header ${name} ${fault}: ${JSON.stringify(text)}`);
  });
}

const allowFaults = (answer: Answer): string[] => (answer.header('allow') ? [] : ['the header Allow is missing']);

const emptyFaults = ({ text }: Answer): string[] => (text === null || text === '' ? [] : ['there is a body']);

const mediaType = (answer: Answer): string => (answer.header('content-type') ?? '').split(';', 1)[0]?.trim() ?? '';

function json({ text }: Answer): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}

function problemCode(answer: Answer): string | undefined {
  const body = json(answer);
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : undefined;
}

const about = (answer: Answer): string => (answer.text ? `; the body is ${answer.text.slice(0, 300)}` : '');

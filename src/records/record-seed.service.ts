import { Injectable } from '@nestjs/common';
import { readRecord, unwrap } from '../salta/index.js';
import { toStored } from './imported-record.js';
import { fromImported } from './new-record.js';
import { RecordStore } from './record-store.service.js';
import { KRONE_GROTEWOLD } from './seed/krone-grotewold.js';

/** Puts the first record in place. */
@Injectable()
export class RecordSeed {
  constructor(private readonly store: RecordStore) {}

  /** To be called before anything else is stored; does nothing where there are records. */
  async sow(): Promise<void> {
    if (!(await this.store.isEmpty())) return;
    const unsettled = unwrap(readRecord(KRONE_GROTEWOLD));
    await this.store.addImported([fromImported(toStored(unwrap(unsettled.settle()), unsettled.position))]);
  }
}

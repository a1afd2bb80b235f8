/** Separate from the counting of rows: it takes minutes. */
import './storm.measure.ts'

/** One file for all, because each costs a start of workerd. */
import './turn-rows.measure.ts'
import './replay.measure.ts'
import './waiting.measure.ts'
import './turn-cost.measure.ts'

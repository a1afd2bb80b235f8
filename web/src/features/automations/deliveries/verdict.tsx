/** A delivery's outcome in one line: the state of its run, or the reason why there is none. */
import type { Delivery } from '@fairlead/protocol/automations/automations'
import { standingOf } from '@fairlead/protocol/conversations/runs'
import { MiniLine, standingWords } from '../../../parts/run-line/mini-line.tsx'
import { cx } from '../../../ui/cx.ts'
import { VERDICTS, waitWords } from '../words.ts'

const WRONG: ReadonlySet<Delivery['verdict']> = new Set(['condition_failed', 'failed'])

export function Verdict(props: {
	delivery: Pick<Delivery, 'verdict' | 'run'> & Partial<Pick<Delivery, 'waitsFor'>>
}) {
	const { verdict, run, waitsFor } = props.delivery
	if (run) {
		const standing = standingOf(run)
		const words = standingWords(standing, true)
		return (
			<span className="inline-flex items-center gap-2">
				<span aria-hidden className="inline-flex">
					<MiniLine standing={standing} words={words} />
				</span>
				<span className={cx(standing === 'failed' && 'text-danger')}>{words}</span>
			</span>
		)
	}
	if (verdict === null) return <span>{waitWords(waitsFor ?? null)}</span>
	return <span className={cx(WRONG.has(verdict) && 'text-danger')}>{VERDICTS[verdict]}</span>
}

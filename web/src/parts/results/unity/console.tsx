import { bag, bags, number } from '@fairlead/protocol/wire/safe-read'
import type { Renderer } from '../renderer.ts'
import { MAX_ROWS, More } from '../rows.tsx'
import { LogList } from './logs.tsx'

export const logs: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const entries = bags(result['logs'])
		if (entries.length === 0) return <p className="text-line text-muted">Nothing was logged.</p>
		return (
			<>
				<LogList logs={entries.slice(0, MAX_ROWS)} />
				<More shown={Math.min(entries.length, MAX_ROWS)} total={number(result['total']) ?? 0} />
			</>
		)
	},
}

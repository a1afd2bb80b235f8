import type { Bag } from '@fairlead/protocol/wire/safe-read'
import { Terminal } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../data/room/use-read.ts'
import { LogList } from '../../parts/results/unity/logs.tsx'
import { cx } from '../../ui/cx.ts'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import { ReadFailed } from './read-failed.tsx'

const MAX_LOGS = 100

type Filter = 'all' | 'errors' | 'warnings'
interface Logs {
	readonly logs: readonly Bag[]
	readonly total: number
	readonly counts: { readonly errors: number; readonly warnings: number; readonly logs: number }
}

export function ConsoleTab() {
	const [filter, setFilter] = useState<Filter>('all')
	const { data, error, reload } = useRead<Logs>(
		'read_console_logs',
		{ count: MAX_LOGS, filter, include_stacks: true },
		['console'],
	)
	const counts = data?.counts
	const all = counts && counts.errors + counts.warnings + counts.logs
	const filters: readonly [Filter, string, number | undefined][] = [
		['all', 'All', all],
		['errors', 'Errors', counts?.errors],
		['warnings', 'Warnings', counts?.warnings],
	]
	return (
		<div className="flex min-h-0 flex-1 flex-col">
			<fieldset className="flex gap-1 border-b border-edge px-3 py-2">
				<legend className="sr-only">Entries to show</legend>
				{filters.map(([value, word, n]) => (
					<button
						key={value}
						type="button"
						aria-pressed={filter === value}
						onClick={() => setFilter(value)}
						className={cx(
							'rounded-md px-2 py-1 text-line max-md:min-h-11',
							filter === value ? 'bg-press font-medium' : 'text-muted hover:bg-hover',
						)}
					>
						{word}
						{n !== undefined && <span className="tabular ml-1.5 text-cap text-faint">{n}</span>}
					</button>
				))}
			</fieldset>
			<div className="min-h-0 flex-1 overflow-y-auto">
				{error && !data && <ReadFailed error={error} onRetry={reload} />}
				{!data && !error && <Skeleton rows={5} className="p-4" />}
				{data && data.logs.length === 0 && (
					<Empty
						icon={<Terminal />}
						title={filter === 'all' ? 'The console is empty' : `No ${filter}`}
					/>
				)}
				{data && data.logs.length > 0 && <LogList logs={data.logs} className="px-4 py-1" />}
				{data && data.total > data.logs.length && (
					<p className="tabular px-4 pb-4 text-cap text-faint">
						The newest {data.logs.length} of {data.total.toLocaleString()}
					</p>
				)}
			</div>
		</div>
	)
}

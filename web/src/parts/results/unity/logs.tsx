import { type Bag, number, text } from '@fairlead/protocol/wire/safe-read'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'

const clock = new Intl.DateTimeFormat(undefined, {
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
	hour12: false,
})

const KINDS = {
	error: { icon: CircleAlert, tint: 'text-danger', word: 'Error' },
	warning: { icon: TriangleAlert, tint: 'text-warn', word: 'Warning' },
	log: { icon: Info, tint: 'text-faint', word: 'Log' },
} as const

const kindOf = (type: unknown): keyof typeof KINDS =>
	type === 'error' || type === 'exception' || type === 'assert'
		? 'error'
		: type === 'warning'
			? 'warning'
			: 'log'

/** Console entries as they came: newest first. */
export function LogList(props: { logs: readonly Bag[]; className?: string }) {
	return (
		<ul className={cx('text-line', props.className)}>
			{props.logs.map((log, index) => {
				const { icon: Icon, tint, word } = KINDS[kindOf(log['type'])]
				const times = number(log['count']) ?? 1
				const stamp = Date.parse(text(log['timestamp']) ?? '')
				const stack = text(log['stackTrace'])
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and the list is replaced whole
					<li key={index} className="flex gap-2 border-t border-edge py-1.5 first:border-t-0">
						<Icon aria-label={word} className={cx('mt-0.5 size-3.5 shrink-0', tint)} />
						<div className="min-w-0 flex-1">
							<p className="whitespace-pre-wrap font-mono text-cap leading-[18px] wrap-anywhere">
								{text(log['message']) ?? ''}
							</p>
							{stack && (
								<details className="text-cap text-muted">
									<summary className="py-0.5">Stack trace</summary>
									<pre className="overflow-x-auto pb-1 font-mono">{stack}</pre>
								</details>
							)}
						</div>
						{times > 1 && (
							<span
								className="tabular h-4 shrink-0 rounded-sm bg-press px-1 text-cap"
								title={`${times} times`}
							>
								{times}
							</span>
						)}
						{Number.isFinite(stamp) && (
							<time
								className="tabular shrink-0 text-cap leading-[18px] text-faint"
								dateTime={new Date(stamp).toISOString()}
							>
								{clock.format(stamp)}
							</time>
						)}
					</li>
				)
			})}
		</ul>
	)
}

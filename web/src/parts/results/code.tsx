/** C# that ran: the code, what it returned or threw, what it logged. */

import { type Bag, bag, bags, number, text } from '@fairlead/protocol/wire/safe-read'
import { CircleAlert } from 'lucide-react'
import { use } from 'react'
import { cx } from '../../ui/cx.ts'
import { Whole } from '../../ui/text/whole.ts'
import { Code } from '../markdown/code.tsx'
import type { Renderer } from './renderer.ts'
import { More } from './rows.tsx'
import { LogList } from './unity/logs.tsx'

export function GivenCode(props: { source: string; language?: string }) {
	return (
		<Code
			source={props.source}
			language={props.language ?? 'csharp'}
			className={cx(
				'rounded-lg border border-edge bg-surface p-3',
				!use(Whole) && 'max-h-96 overflow-y-auto',
			)}
		/>
	)
}

function Thrown(props: { exception: Bag }) {
	const { exception } = props
	const line = number(exception['line']) ?? 0
	return (
		<div className="flex gap-2 pt-2 text-line">
			<CircleAlert aria-label="Exception" className="mt-px size-4 shrink-0 text-danger" />
			<div className="min-w-0">
				<p className="wrap-anywhere">
					{text(exception['message']) ?? 'The code threw an exception.'}{' '}
					<span className="font-mono text-cap text-faint">{text(exception['type'])}</span>
				</p>
				{line > 0 && <p className="text-cap text-muted">Line {line} of the code</p>}
			</div>
		</div>
	)
}

function Returned(props: { result: Bag }) {
	const { value, valueType, truncated } = props.result
	if (typeof valueType !== 'string') return null
	return (
		<div className="pt-2 text-line">
			<p className="text-cap text-muted">
				Returned {valueType}
				{truncated === true ? ', cut' : ''}
			</p>
			<Code
				source={typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
				language={typeof value === 'string' ? '' : 'json'}
				className="max-h-60 overflow-y-auto"
			/>
		</div>
	)
}

export const execute: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const logs = bags(result['logs'])
		return (
			<>
				<GivenCode source={text(call.input['code']) ?? ''} />
				{result['outcome'] === 'threw' && <Thrown exception={bag(result['exception'])} />}
				{result['outcome'] === 'returned' && <Returned result={result} />}
				{logs.length > 0 && (
					<>
						<LogList logs={logs} className="pt-2" />
						<More shown={logs.length} total={number(result['logCount']) ?? 0} />
					</>
				)}
			</>
		)
	},
}

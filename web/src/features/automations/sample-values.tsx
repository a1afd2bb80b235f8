/** The values of the sample payload, each of which a press inserts in the prompt. */
import { useState } from 'react'
import { Reveal } from '../../ui/reveal.tsx'
import { readSample, type Sample, valuesOf } from './sample.ts'

export function SampleValues(props: { sample: Sample; onInsert: (path: string) => void }) {
	const [open, setOpen] = useState(false)
	const read = readSample(props.sample.text)
	const values = read.ok ? valuesOf(read.payload) : []
	if (values.length === 0 && props.sample.event === '') return null
	const event = { path: '$event', shown: JSON.stringify(props.sample.event) }
	return (
		<div className="-mt-3">
			<Reveal
				open={open}
				onToggle={() => setOpen(!open)}
				show="Insert a value of the sample payload"
				hide="Hide the values"
			/>
			{open && (
				<ul
					aria-label="Values of the sample payload"
					className="mt-1.5 max-h-64 overflow-y-auto rounded-md border border-edge p-1"
				>
					{[...(props.sample.event === '' ? [] : [event]), ...values].map(({ path, shown }) => (
						<li key={path}>
							<button
								type="button"
								onClick={() => props.onInsert(path)}
								className="focus-inset flex w-full flex-wrap gap-x-3 rounded-sm px-2 py-1 text-left font-mono text-cap hover:bg-hover max-md:min-h-11 max-md:content-center"
							>
								<span className="wrap-anywhere">{`{{ ${path} }}`}</span>
								<span className="min-w-0 truncate text-muted">{shown}</span>
							</button>
						</li>
					))}
				</ul>
			)}
		</div>
	)
}

/** The changes of a file that a coding agent asks to make. */
import { visible } from '@fairlead/protocol/view/visible'
import { useMemo } from 'react'
import { Diff } from '../../../parts/diff/diff.tsx'
import { GivenCode } from '../../../parts/results/code.tsx'
import { askedChanges } from './asked-changes.ts'

export default function AskedDiffs({ text, path }: { text: string; path: string }) {
	const changes = useMemo(() => askedChanges(text), [text])
	if (changes.length === 0) return <GivenCode source={text} language="diff" />
	return changes.map(({ diff, everywhere }, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: changes are known by their place
		<div key={index} className="mb-2">
			{everywhere && <p className="pb-1 text-cap text-muted">At each place of the file:</p>}
			<Diff diff={diff} label={`Change of ${visible(path)}`} path={path} />
		</div>
	))
}

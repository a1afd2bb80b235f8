import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { toasts } from './overlays/toasts.ts'

const CONFIRM_MS = 1_600

export function CopyButton(props: { text: () => string; label: string; className?: string }) {
	const [copied, setCopied] = useState(false)
	useEffect(() => {
		if (!copied) return
		const timer = setTimeout(() => setCopied(false), CONFIRM_MS)
		return () => clearTimeout(timer)
	}, [copied])
	const copy = () =>
		navigator.clipboard.writeText(props.text()).then(
			() => setCopied(true),
			() => toasts.add({ title: 'The browser blocked copying. Select the text instead.' }),
		)
	return (
		<IconButton
			label={copied ? 'Copied' : props.label}
			onClick={copy}
			{...(props.className ? { className: props.className } : {})}
		>
			{copied ? <Check className="text-ok" /> : <Copy />}
		</IconButton>
	)
}

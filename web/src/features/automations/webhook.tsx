/** The address of an automation's webhook, its secret, and how a sender signs with it. */
import {
	type Automation,
	NewSecret,
	type WebhookProof,
} from '@fairlead/protocol/automations/automations'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { automationApi } from '../../data/api/automations.ts'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { CodeBlock } from '../../parts/markdown/code.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { Reveal } from '../../ui/reveal.tsx'
import { Row, Section } from '../../ui/section.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { PROOFS } from './words.ts'

export function Webhook(props: {
	projectId: string
	automation: Automation
	url: string
	proof: WebhookProof
	/** Just made: it is shown this once. */
	secret: string | null
	onSecret: (secret: string) => void
}) {
	const { automation, url, proof, secret } = props
	const [replacing, setReplacing] = useState(false)
	const [open, setOpen] = useState(secret !== null)
	const replace = useMutation({
		mutationFn: () =>
			api(NewSecret, `${automationApi(props.projectId, automation.id)}/secret`, { method: 'POST' }),
		onSuccess: (made) => {
			setReplacing(false)
			props.onSecret(made.secret)
		},
	})
	return (
		<Section id="webhook" title="Webhook" hint={PROOFS[proof].hint}>
			{secret !== null && (
				<div className="px-4 pt-4">
					<ShownOnce
						title="The secret is shown only once"
						secret={secret}
						copyLabel="Copy the secret"
						kept={
							proof === 'bearer'
								? 'The server stores only its hash.'
								: 'The server checks signatures with it and never shows it again.'
						}
					>
						{WHERE[proof]}
					</ShownOnce>
				</div>
			)}
			<div className="divide-y divide-edge">
				<Row
					title="Address"
					detail={<code className="font-mono wrap-anywhere select-all">{url}</code>}
					action={<CopyButton text={() => url} label="Copy the address" />}
				/>
				<Row
					title={PROOFS[proof].label}
					detail={
						<Reveal
							open={open}
							onToggle={() => setOpen(!open)}
							show="How to send a delivery"
							hide="Hide how to send a delivery"
						/>
					}
					action={<Button onClick={() => setReplacing(true)}>Replace secret</Button>}
				/>
			</div>
			{open && <div className="border-t border-edge px-4 py-2 text-line">{HOW[proof](url)}</div>}
			{replacing && (
				<Confirm
					title="Replace the secret?"
					description="The old secret ends at once: deliveries signed with it are refused until the sender has the new one."
					confirm="Replace secret"
					keep="Keep secret"
					pending={replace.isPending}
					error={replace.error && <ErrorNote error={replace.error} className="mt-3" />}
					onConfirm={() => replace.mutate()}
					onClose={() => setReplacing(false)}
				/>
			)}
		</Section>
	)
}

const WHERE: Readonly<Record<WebhookProof, string>> = {
	standard: 'Give it to the sender, as it is.',
	github: 'Paste it as it is in the field “Secret” of the webhook on GitHub.',
	bearer: 'Send it as “Authorization: Bearer whsec_…”.',
}

const STANDARD = (url: string) => `import { Webhook } from 'standardwebhooks'

const body = JSON.stringify({ build: 417, failed: ['Level2'] })
const id = 'build-417' // the same id again runs only once
const at = new Date()
await fetch('${url}', {
  method: 'POST',
  body,
  headers: {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(process.env.HOOK_SECRET).sign(id, at, body),
  },
})`

const BEARER = (url: string) => `curl '${url}' \\
  -H "authorization: Bearer $HOOK_SECRET" \\
  -H 'content-type: application/json' \\
  -H 'idempotency-key: build-417' \\
  -d '{"build": 417, "failed": ["Level2"]}'`

const HOW: Readonly<Record<WebhookProof, (url: string) => ReactNode>> = {
	standard: (url) => <CodeBlock source={STANDARD(url)} language="js" />,
	bearer: (url) => <CodeBlock source={BEARER(url)} language="sh" />,
	github: (url) => (
		<ol className="my-2 list-decimal space-y-1.5 pl-5">
			<li>On GitHub, open the repository’s Settings, then Webhooks, then “Add webhook”.</li>
			<li>
				Payload URL: <code className="font-mono wrap-anywhere">{url}</code>
			</li>
			<li>Content type: application/json. Secret: the secret, as it is.</li>
			<li>
				Choose the events. The condition can tell them apart:{' '}
				<code className="font-mono">$event == "push"</code>.
			</li>
		</ol>
	),
}

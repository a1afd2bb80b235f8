/** A host page for the MCP App, on the published bridge: what a client does around the app's frame. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

/**
 * Shows the app in a sandboxed frame, under the policy that hosts must use for an app that declares no domains.
 * `server` answers the app's calls, once `window.answering` resolves, and reads. Everything that the app says is kept
 * in `window.heard`.
 */
window.showApp = async ({ html, context, capabilities, server }) => {
	window.heard = { sizes: [], links: [], calls: [], reads: [] }
	const frame = document.createElement('iframe')
	frame.setAttribute('sandbox', 'allow-scripts')
	frame.style.cssText = 'border:0;width:100%;height:1px;display:block'
	document.body.replaceChildren(frame)
	const bridge = new AppBridge(null, { name: 'test host', version: '1' }, capabilities, {
		hostContext: context,
	})
	const initialized = new Promise((resolve) => {
		bridge.oninitialized = resolve
	})
	bridge.onsizechange = ({ width, height }) => {
		window.heard.sizes.push({ width, height })
		frame.style.height = `${height}px`
	}
	bridge.onopenlink = async ({ url }) => {
		window.heard.links.push(url)
		return {}
	}
	bridge.oncalltool = async (params) => {
		window.heard.calls.push(params)
		await window.answering
		return server.calls.shift() ?? { content: [], isError: true }
	}
	bridge.onreadresource = async ({ uri }) => {
		window.heard.reads.push(uri)
		return server.picture
	}
	await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
	const policy =
		"default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'"
	frame.srcdoc = html.replace(
		'<head>',
		`<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
	)
	await initialized
	window.bridge = bridge
}

#nullable enable
using System.Collections.Generic;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>The hello of a connection, and the relay's answer to it.</summary>
    internal static class Hello
    {
        /// <summary>The JSON text of <c>editor.hello</c>'s params; <paramref name="journal"/> holds JSON texts of entries.</summary>
        internal static string ParamsJson(
            EditorIdentity identity,
            string sessionId,
            long connSeq,
            Phase phase,
            IReadOnlyList<string> journal) =>
            Json.Write(writer =>
            {
                writer.WriteStartObject();
                writer.WritePropertyName("protocolVersion");
                writer.WriteValue(EditorWire.Version);
                writer.WritePropertyName("projectPath");
                writer.WriteValue(identity.ProjectPath);
                writer.WritePropertyName("productGuid");
                writer.WriteValue(identity.ProductGuid);
                writer.WritePropertyName("unityVersion");
                writer.WriteValue(identity.UnityVersion);
                writer.WritePropertyName("pid");
                writer.WriteValue(identity.Pid);
                writer.WritePropertyName("sessionId");
                writer.WriteValue(sessionId);
                writer.WritePropertyName("connSeq");
                writer.WriteValue(connSeq);
                writer.WritePropertyName("phase");
                writer.WriteValue(phase.WireName());
                writer.WritePropertyName("pluginVersion");
                writer.WriteValue(identity.PluginVersion);
                writer.WritePropertyName("kind");
                writer.WriteValue(identity.Kind);
                writer.WritePropertyName("journal");
                writer.WriteStartArray();
                foreach (var entry in journal) writer.WriteRawValue(entry);
                writer.WriteEndArray();
                if (identity.CustomTools.Count > 0)
                {
                    writer.WritePropertyName("customTools");
                    writer.WriteStartArray();
                    foreach (var tool in identity.CustomTools) tool.WriteTo(writer);
                    writer.WriteEndArray();
                }
                writer.WriteEndObject();
            });
    }

    /// <summary>The relay's answer to the hello.</summary>
    internal sealed class HelloResult
    {
        private HelloResult(IReadOnlyList<string> forget, bool watching, ReplyFolder? replies)
        {
            Forget = forget;
            Watching = watching;
            Replies = replies;
        }

        /// <summary>Calls that are settled upstream.</summary>
        internal IReadOnlyList<string> Forget { get; }

        /// <summary>Whether change events are wanted now.</summary>
        internal bool Watching { get; }

        /// <summary>The folder for outcomes that fit no frame; null: they are too large.</summary>
        internal ReplyFolder? Replies { get; }

        /// <summary>Returns null if it is not an answer of this protocol version.</summary>
        internal static HelloResult? TryRead(JToken? token)
        {
            if (!(token is JObject json)) return null;
            if (!Json.TryInteger(json["protocolVersion"], out var version) || version != EditorWire.Version) return null;
            if (Json.Text(json, "relayVersion") == null) return null;
            if (!(json["watching"] is JValue { Value: bool watching })) return null;
            if (!(json["forget"] is JArray list)) return null;
            var forget = new List<string>(list.Count);
            foreach (var item in list)
            {
                if (!(item is JValue { Value: string id })) return null;
                forget.Add(id);
            }
            return new HelloResult(forget, watching, ReplyFolder.TryRead(json["replies"]));
        }
    }

    /// <summary>Reading of the relay's notifications.</summary>
    internal static class RelayNotifications
    {
        /// <summary>Reads the ids of <c>call.cancel</c> and <c>calls.forget</c>; null if it is not a valid list.</summary>
        internal static IReadOnlyList<string>? TryReadCallIds(JToken? token)
        {
            if (!(token is JObject json) || !(json["callIds"] is JArray list) || list.Count > EditorWire.MaxCallIds)
                return null;
            var ids = new List<string>(list.Count);
            foreach (var item in list)
            {
                if (!(item is JValue { Value: string id }) || !Call.IsCallId(id)) return null;
                ids.Add(id);
            }
            return ids;
        }

        /// <summary>Reads the value of <c>watch</c>; null if it is not valid.</summary>
        internal static bool? TryReadWatch(JToken? token) =>
            token is JObject json && json["watching"] is JValue { Value: bool watching } ? watching : (bool?)null;
    }
}

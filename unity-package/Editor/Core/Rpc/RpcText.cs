#nullable enable
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>JSON-RPC 2.0 messages as text. Params and results are given as JSON text.</summary>
    internal static class RpcText
    {
        internal static string Request(string id, string method, string paramsJson) =>
            Json.Write(writer =>
            {
                Begin(writer);
                writer.WritePropertyName("id");
                writer.WriteValue(id);
                MethodAndParams(writer, method, paramsJson);
            });

        internal static string Notification(string method, string paramsJson) =>
            Json.Write(writer =>
            {
                Begin(writer);
                MethodAndParams(writer, method, paramsJson);
            });

        internal static string Success(JValue id, string resultJson) =>
            Json.Write(writer =>
            {
                Begin(writer);
                writer.WritePropertyName("id");
                id.WriteTo(writer);
                writer.WritePropertyName("result");
                writer.WriteRawValue(resultJson);
                writer.WriteEndObject();
            });

        internal static string Failure(JValue? id, int code, string message) =>
            Json.Write(writer =>
            {
                Begin(writer);
                writer.WritePropertyName("id");
                if (id == null) writer.WriteNull();
                else id.WriteTo(writer);
                writer.WritePropertyName("error");
                writer.WriteStartObject();
                writer.WritePropertyName("code");
                writer.WriteValue(code);
                writer.WritePropertyName("message");
                writer.WriteValue(message);
                writer.WriteEndObject();
                writer.WriteEndObject();
            });

        private static void Begin(JsonWriter writer)
        {
            writer.WriteStartObject();
            writer.WritePropertyName("jsonrpc");
            writer.WriteValue("2.0");
        }

        private static void MethodAndParams(JsonWriter writer, string method, string paramsJson)
        {
            writer.WritePropertyName("method");
            writer.WriteValue(method);
            writer.WritePropertyName("params");
            writer.WriteRawValue(paramsJson);
            writer.WriteEndObject();
        }
    }
}

#nullable enable
using System;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Object = UnityEngine.Object;

namespace Fairlead.Editor
{
    /// <summary>The result of a project's method, as JSON.</summary>
    internal static class ToolResult
    {
        private static readonly JsonSerializer Serializer = JsonSerializer.Create(new JsonSerializerSettings
        {
            ReferenceLoopHandling = ReferenceLoopHandling.Ignore,
            Converters = { new UnityConverter() },
            MaxDepth = 32,
        });

        internal static JToken ToJson(object? value)
        {
            switch (value)
            {
                case null:
                    return new JObject { ["ok"] = true };
                case JToken json:
                    return json;
                default:
                    return JToken.FromObject(value, Serializer);
            }
        }

        /// <summary>Objects by name and id, vectors as lists: their properties would lead through the whole scene.</summary>
        private sealed class UnityConverter : JsonConverter
        {
            public override bool CanRead => false;

            public override bool CanConvert(Type objectType) =>
                typeof(Object).IsAssignableFrom(objectType) || Vectors.Length(objectType) != null;

            public override void WriteJson(JsonWriter writer, object? value, JsonSerializer serializer)
            {
                if (value is Object unity) ToolObjects.ToJson(unity).WriteTo(writer);
                else if (value != null && Vectors.Write(value) is { } list) list.WriteTo(writer);
                else writer.WriteNull();
            }

            public override object? ReadJson(JsonReader reader, Type objectType, object? existingValue, JsonSerializer serializer) =>
                throw new NotSupportedException();
        }
    }
}

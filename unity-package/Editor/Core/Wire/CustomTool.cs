#nullable enable
using System;
using System.Text.RegularExpressions;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Fairlead.Core
{
    /// <summary>The effects that a tool may have.</summary>
    public enum ToolRisk
    {
        /// <summary>Changes nothing.</summary>
        Read,

        /// <summary>Can be undone.</summary>
        Write,

        /// <summary>Cannot be undone, or loses data.</summary>
        Destructive,

        /// <summary>Runs code or leaves the editor.</summary>
        Execute,
    }

    /// <summary>A tool that the Unity project itself offers; announced in the hello.</summary>
    public sealed class CustomTool
    {
        private const int MaxDescriptionLength = 1_000;
        private static readonly Regex NamePattern = new Regex("^[a-z][a-z0-9_]{2,47}\\z", RegexOptions.CultureInvariant);

        /// <exception cref="ArgumentException">
        /// The name is not 3–48 characters of a-z, 0-9 and _, or the description is empty.
        /// </exception>
        public CustomTool(string name, string description, JObject inputSchema, ToolRisk risk = ToolRisk.Write)
        {
            if (!NamePattern.IsMatch(name))
                throw new ArgumentException($"\"{name}\" is not a valid tool name: 3–48 characters of a-z, 0-9 and _, a letter first.",
                    nameof(name));
            if (description.Length == 0) throw new ArgumentException("A tool needs a description.", nameof(description));
            Name = name;
            Description = Json.Cut(description, MaxDescriptionLength);
            InputSchema = inputSchema;
            Risk = risk;
        }

        /// <summary>How it is called.</summary>
        public string Name { get; }

        /// <summary>The description for the model.</summary>
        public string Description { get; }

        /// <summary>JSON Schema of the arguments, an object schema.</summary>
        public JObject InputSchema { get; }

        /// <summary>The effects that it may have.</summary>
        public ToolRisk Risk { get; }

        internal void WriteTo(JsonWriter writer)
        {
            writer.WriteStartObject();
            writer.WritePropertyName("name");
            writer.WriteValue(Name);
            writer.WritePropertyName("description");
            writer.WriteValue(Description);
            writer.WritePropertyName("inputSchema");
            InputSchema.WriteTo(writer);
            writer.WritePropertyName("risk");
            writer.WriteValue(Risk.ToString().ToLowerInvariant());
            writer.WriteEndObject();
        }
    }
}

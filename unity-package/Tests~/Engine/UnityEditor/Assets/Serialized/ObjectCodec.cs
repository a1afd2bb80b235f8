#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Newtonsoft.Json.Linq;
using UnityEngine.Serialization;
using Object = UnityEngine.Object;

namespace Fairlead.Engine.Assets
{
    /// <summary>How references to other objects are written in a file.</summary>
    internal interface IReferences
    {
        /// <summary>Returns null for what cannot be named there: an object of another scene.</summary>
        JObject? Name(Object referred);

        /// <summary>Returns null for what is not there any more.</summary>
        Object? Find(JObject name);
    }

    /// <summary>The saved fields of an object as JSON. Names that begin with <c>$</c> mark references and managed references.</summary>
    internal static class ObjectCodec
    {
        private const string ManagedType = "$type";

        /// <summary>Written apart: what an object belongs to, and what it is.</summary>
        private static readonly HashSet<string> Structure = new HashSet<string>
        {
            "m_CorrespondingSourceObject", "m_PrefabInstance", "m_GameObject", "m_Script",
        };

        internal static JObject Write(Object obj, IReferences references) =>
            Fields(ObjectData.Read(obj).Where(f => !Structure.Contains(f.Key)), references);

        /// <summary>Fields that the JSON does not have, or has in a form that does not fit any more, keep their values.</summary>
        internal static void Read(Object obj, JObject json, IReferences references)
        {
            var fields = Map(json, references);
            try
            {
                ObjectData.Write(obj, fields);
            }
            catch (Exception e) when (DoesNotFit(e))
            {
                foreach (var field in fields) ReadOne(obj, field.Key, field.Value);
            }
        }

        internal static bool IsReference(JToken token) =>
            token is JObject { First: JProperty first } && first.Name.StartsWith("$", StringComparison.Ordinal);

        private static void ReadOne(Object obj, string name, object value)
        {
            try
            {
                ObjectData.Write(obj, new DataMap { [name] = value });
            }
            catch (Exception e) when (DoesNotFit(e))
            {
                // The script's field has another type now: as in Unity it has its default.
            }
        }

        private static bool DoesNotFit(Exception e) =>
            e is FormatException || e is InvalidCastException || e is OverflowException || e is ArgumentException;

        private static JObject Fields(IEnumerable<KeyValuePair<string, object>> fields, IReferences references)
        {
            var json = new JObject();
            foreach (var field in fields) json[field.Key] = Value(field.Value, references);
            return json;
        }

        private static JToken Value(object value, IReferences references) =>
            value switch
            {
                DataMap map => Fields(map, references),
                DataList list => new JArray(list.Select(item => Value(item, references))),
                ObjectReference reference =>
                    reference.Target is { } target && references.Name(target) is { } name ? name : (JToken)JValue.CreateNull(),
                ManagedReference { TypeName: { Length: > 0 } type } managed =>
                    new JObject { [ManagedType] = type, ["data"] = Fields(managed.Data, references) },
                ManagedReference _ => JValue.CreateNull(),
                char c => new JValue((int)c),
                ulong number => new JValue(number.ToString(CultureInfo.InvariantCulture)),
                _ => new JValue(value),
            };

        private static DataMap Map(JObject json, IReferences references) =>
            new DataMap(json.Properties().Select(p => new KeyValuePair<string, object>(p.Name, Data(p.Value, references))));

        private static object Data(JToken token, IReferences references)
        {
            switch (token)
            {
                case JArray list:
                    return new DataList(list.Select(item => Data(item, references)));
                case JObject json when (string?)json[ManagedType] is { } type:
                    return new ManagedReference(type, Map((JObject)json["data"]!, references));
                case JObject json when IsReference(json):
                    return new ObjectReference(references.Find(json)!);
                case JObject json:
                    return Map(json, references);
                default:
                    return ((JValue)token).Value ?? new ObjectReference(0);
            }
        }
    }
}

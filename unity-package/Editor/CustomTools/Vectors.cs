#nullable enable
using System;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor
{
    /// <summary>Unity's small types that are lists of numbers on the wire.</summary>
    internal static class Vectors
    {
        /// <summary>How many numbers a value of this type has; null: it is none of them.</summary>
        internal static (int Min, int Max)? Length(Type type)
        {
            if (type == typeof(Vector2)) return (2, 2);
            if (type == typeof(Vector3)) return (3, 3);
            if (type == typeof(Vector4) || type == typeof(Quaternion)) return (4, 4);
            if (type == typeof(Color)) return (3, 4);
            return null;
        }

        /// <exception cref="FormatException">It is not such a list.</exception>
        internal static object Read(JToken token, Type type)
        {
            var (min, max) = Length(type) ?? throw new ArgumentException($"{type.Name} is not a list of numbers.", nameof(type));
            if (!(token is JArray array) || array.Count < min || array.Count > max)
                throw new FormatException($"a list of {(min == max ? $"{min}" : $"{min} or {max}")} numbers is expected");
            var n = new float[4];
            n[3] = type == typeof(Color) ? 1 : 0;
            for (var i = 0; i < array.Count; i++)
            {
                if (array[i].Type != JTokenType.Integer && array[i].Type != JTokenType.Float)
                    throw new FormatException("every item of the list must be a number");
                n[i] = (float)array[i];
            }
            if (type == typeof(Vector2)) return new Vector2(n[0], n[1]);
            if (type == typeof(Vector3)) return new Vector3(n[0], n[1], n[2]);
            if (type == typeof(Quaternion)) return new Quaternion(n[0], n[1], n[2], n[3]);
            if (type == typeof(Color)) return new Color(n[0], n[1], n[2], n[3]);
            return new Vector4(n[0], n[1], n[2], n[3]);
        }

        /// <summary>Returns null if the value is none of them.</summary>
        internal static JArray? Write(object value)
        {
            switch (value)
            {
                case Vector2 v:
                    return new JArray(v.x, v.y);
                case Vector3 v:
                    return new JArray(v.x, v.y, v.z);
                case Vector4 v:
                    return new JArray(v.x, v.y, v.z, v.w);
                case Quaternion q:
                    return new JArray(q.x, q.y, q.z, q.w);
                case Color c:
                    return new JArray(c.r, c.g, c.b, c.a);
                default:
                    return null;
            }
        }
    }
}
